import { useBrand } from '#app/brands/use-brand.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { Letterhead } from '#app/store/read-letterheads.ts';
import type { Consignment } from '../model/sheets.ts';
import { Barcode } from './barcode.tsx';
import { Fact, OrderSheet, SheetItem } from './order-sheet.tsx';

/** A code for scanners, above its letters. */
function Code({ value }: { value: string }) {
  return (
    <div className="grid w-fit justify-items-center gap-1">
      <Barcode value={value} />
      <span dir="ltr" className="font-details text-xs tabular-nums">
        {value}
      </span>
    </div>
  );
}

/** Packing slip of an order or shipment: items to tick off, without prices, and the amount to collect on delivery. */
export function PackingSlip({
  consignment,
  letterhead,
}: {
  consignment: Consignment;
  letterhead: Letterhead;
}) {
  const t = adminOrdersTexts();
  const tShipments = adminShipmentsTexts();
  const { currency } = useBrand();
  const { order, shipment, pieces, toCollect } = consignment;
  const hasCodes = pieces.some(({ line }) => line.piece_code);
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <OrderSheet
      order={order}
      letterhead={letterhead}
      title={t('packingSlip')}
      addressed={t('shipTo')}
      facts={
        <>
          {shipment ? <Fact name={tShipments('shipmentName')}>{shipment.number}</Fact> : null}
          {shipment?.carrier_name ? <Fact name={tShipments('carrier')}>{shipment.carrier_name}</Fact> : null}
          <div className="col-span-2 pt-2">
            <Code value={shipment?.shipment_code ?? order.number} />
          </div>
        </>
      }
      columns={[
        { name: t('packed'), className: 'w-16 text-start' },
        { name: t('quantity'), className: 'w-20 text-start' },
        { name: t('picture'), className: 'w-18 text-start' },
        { name: t('item'), className: 'text-start' },
        ...(hasCodes ? [{ name: t('barcode'), className: 'text-end' }] : []),
      ]}
      rows={pieces.map(({ line, quantity }) => (
        <tr key={line.id} className="break-inside-avoid border-b">
          <td className="py-3">
            <span aria-hidden="true" className="block size-5 rounded-xs border-2 border-line-strong" />
          </td>
          <td className="py-3 font-details font-semibold text-base tabular-nums">{quantity} ×</td>
          <td className="py-3 pe-4">
            <LinePicture
              image={line.image}
              alt=""
              size={56}
              eager
              className="size-14 rounded-picture object-cover"
            />
          </td>
          <SheetItem line={line} />
          {hasCodes ? (
            <td className="py-3 text-end">
              {line.piece_code ? (
                <div className="flex justify-end">
                  <Code value={line.piece_code} />
                </div>
              ) : null}
            </td>
          ) : null}
        </tr>
      ))}
      sums={
        <tbody className="break-inside-avoid">
          <tr>
            <td />
            <td colSpan={hasCodes ? 4 : 3} className="pt-3 font-details font-semibold tabular-nums">
              {t('pieces', { count })}
            </td>
          </tr>
        </tbody>
      }
    >
      {order.note ? (
        <p className="wrap-anywhere border-line-strong border-s-2 ps-3 text-sm">
          <span className="font-semibold">{t('customerNote')}:</span> <bdi>{order.note}</bdi>
        </p>
      ) : null}
      {shipment?.old_pieces_to_collect ? (
        <p className="wrap-anywhere border-2 border-line-strong px-4 py-2">
          <span className="font-semibold">{t('collectOld')}:</span>{' '}
          <bdi>{shipment.old_pieces_to_collect}</bdi>
        </p>
      ) : null}
      {order.gift_wrapped ? (
        <div className="grid gap-1 border-2 border-line-strong border-dashed p-4">
          <p className="font-semibold">
            {t('giftWrap')}
            {order.hides_prices ? ` · ${t('giftNoPrices')}` : ''}
          </p>
          {order.gift_message ? (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line text-lg">
              {order.gift_message}
            </p>
          ) : null}
        </div>
      ) : null}
      {toCollect > 0 && !order.hides_prices ? (
        <p className="w-fit border-2 border-line-strong px-4 py-2 font-details font-semibold">
          {t('cashToCollect', { total: formatPounds(toCollect, currency) })}
        </p>
      ) : null}
    </OrderSheet>
  );
}
