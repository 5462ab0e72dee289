import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { invoicesTexts } from '#app/i18n/texts/invoices.ts';
import { formatPounds } from '#app/lib/money.ts';
import { TestMark } from '#app/orders/order-title.tsx';
import type { Letterhead } from '#app/store/read-letterheads.ts';
import { classes } from '#app/ui/classes.ts';
import type { Consignment } from '../model/sheets.ts';
import { Barcode } from './barcode.tsx';
import { JoinedParts } from './joined-parts.tsx';
import { labelTextSize } from './label-text-size.ts';

/**
 * Shipment label of 100 × 150 mm: the amount to collect, recipient, sender, and a code to scan. It has the
 * same size on screen, and never spills onto a second page.
 */
export function ShipmentLabel({
  consignment: { order, shipment, pieces, toCollect },
  letterhead,
}: {
  consignment: Consignment;
  letterhead: Letterhead;
}) {
  const t = adminOrdersTexts();
  const tShipments = adminShipmentsTexts();
  const tInvoices = invoicesTexts();
  const addressLabels = useAddressLabels();
  const { currency } = useBrand();
  const { seller } = letterhead;
  const sender = [seller.name === letterhead.name ? '' : seller.name, seller.address, seller.phone];
  const code = shipment?.shipment_code ?? order.number;
  const lines = addressLines(order.address, addressLabels);
  const [name, ...rest] = lines;
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      aria-label={t('label')}
      className="mx-auto flex h-[149.5mm] w-[100mm] max-w-full flex-col gap-[2.5mm] overflow-hidden p-[4mm] [page:label]"
    >
      <header className="flex shrink-0 items-start justify-between gap-3 border-b pb-[2mm]">
        <div className="flex min-w-0 items-start gap-2">
          <img src={letterhead.logo} alt="" className="h-8 w-auto max-w-28 shrink-0 object-contain" />
          <div className="wrap-anywhere min-w-0">
            <p className={classes('display text-lg', letterhead.hidesName && 'sr-only')}>{letterhead.name}</p>
            <p className="line-clamp-3 text-ink-soft text-xs">
              <JoinedParts parts={sender} />
            </p>
            {seller.taxNumber ? (
              <p className="line-clamp-1 text-ink-soft text-xs">
                {tInvoices('taxNumber', { number: seller.taxNumber })}
              </p>
            ) : null}
          </div>
        </div>
        {shipment?.carrier_name ? (
          <p className="wrap-anywhere line-clamp-2 max-w-1/2 text-end font-semibold">
            {shipment.carrier_name}
          </p>
        ) : null}
      </header>
      {toCollect > 0 ? (
        <p className="shrink-0 border-2 border-line-strong px-4 py-1 text-center font-semibold text-xl leading-snug">
          {t('cashToCollect', { total: formatPounds(toCollect, currency) })}
        </p>
      ) : null}
      {shipment?.old_pieces_to_collect ? (
        <p className="wrap-anywhere line-clamp-3 shrink-0 border-2 border-line-strong px-2 py-1 text-sm leading-snug">
          <span className="font-semibold">{t('collectOld')}:</span>{' '}
          <bdi>{shipment.old_pieces_to_collect}</bdi>
        </p>
      ) : null}
      <div
        className="wrap-anywhere min-h-0 grow overflow-hidden leading-snug"
        style={{ fontSize: `${labelTextSize(lines)}pt` }}
      >
        <p className="text-ink-soft text-xs">{t('shipTo')}</p>
        <p className="font-semibold text-[1.2em]">
          <bdi>{name}</bdi>
        </p>
        <address className="not-italic">
          {rest.map((line) => (
            <span key={line} className={line === order.address.phone ? 'block font-semibold' : 'block'}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </address>
      </div>
      <div className="grid shrink-0 gap-[2mm] border-t pt-[2mm]">
        <div className="grid justify-items-center gap-0.5">
          <Barcode value={code} />
          <span className="wrap-anywhere line-clamp-1 font-details text-sm">{code}</span>
        </div>
        <dl className="flex flex-wrap justify-between gap-x-4 text-sm">
          <div className="flex gap-2">
            <dt className="text-ink-soft">{t('number')}</dt>
            <dd className="font-details font-semibold">
              {order.number} <TestMark order={order} />
            </dd>
          </div>
          {shipment ? (
            <div className="flex gap-2">
              <dt className="text-ink-soft">{tShipments('shipmentName')}</dt>
              <dd className="font-details">{shipment.number}</dd>
            </div>
          ) : null}
          <div className="flex gap-2">
            <dt className="text-ink-soft">{t('items')}</dt>
            <dd className="font-details">{count}</dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
