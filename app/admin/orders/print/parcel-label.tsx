import { addressLines, orderPhone } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { TestMark } from '#app/orders/test-mark.tsx';
import type { Consignment } from '../model/sheets.ts';
import { Barcode } from './barcode.tsx';

/** The label on a parcel: where it goes, from whom, what the courier collects, and a code to scan. */
export function ParcelLabel({
  consignment: { order, parcel, pieces, toCollect },
}: {
  consignment: Consignment;
}) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tParcels = useTranslations('admin-parcels', adminParcelsMessages);
  const addressLabels = useAddressLabels();
  const brand = useBrand();
  const { address, contactPhone } = useRootData().settings.contact;
  // A statement of the courier names a parcel without a number of theirs by its own.
  const code = parcel?.tracking_number ?? (parcel ? `${order.number}/${parcel.number}` : order.number);
  const [name, ...lines] = addressLines(order.address, addressLabels);
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article aria-label={t('label')} className="grid max-w-xl gap-5 border-2 border-line-strong p-5">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b pb-3">
        <div>
          <p className="display text-lg">{brand.name}</p>
          <p className="text-ink-soft text-xs">{[address, contactPhone].filter(Boolean).join(' · ')}</p>
        </div>
        {parcel?.carrier_name ? <p className="font-semibold">{parcel.carrier_name}</p> : null}
      </header>
      <div className="wrap-anywhere text-lg leading-snug">
        <p className="text-ink-soft text-sm">{t('shipTo')}</p>
        <p className="font-semibold text-2xl">
          <bdi>{name}</bdi>
        </p>
        <address className="not-italic">
          {lines.map((line) => (
            <span key={line} className={line === orderPhone(order.address) ? 'block font-semibold' : 'block'}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </address>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 border-t pt-3">
        <div className="grid gap-1">
          <Barcode value={code} />
          <span className="font-details text-sm">{code}</span>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
          <dt className="text-ink-soft">{t('number')}</dt>
          <dd className="font-details font-semibold">
            {order.number} <TestMark order={order} />
          </dd>
          {parcel ? (
            <>
              <dt className="text-ink-soft">{tParcels('parcelName')}</dt>
              <dd className="font-details">{parcel.number}</dd>
            </>
          ) : null}
          <dt className="text-ink-soft">{t('items')}</dt>
          <dd className="font-details">{count}</dd>
        </dl>
      </div>
      {toCollect > 0 ? (
        <p className="border-2 border-line-strong px-4 py-2 text-center font-semibold text-xl">
          {t('cashToCollect', { total: formatPounds(toCollect, brand.currency) })}
        </p>
      ) : null}
    </article>
  );
}
