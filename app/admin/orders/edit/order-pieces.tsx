import { type ReactNode, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionValues } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { useShownValue } from '#app/store/root-data.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder, AdminOrderLine } from '../data/read-admin-orders.ts';
import { markPrinted, type Pieces } from '../data/shipment-calls.ts';
import { whereabouts } from '../model/shipments.ts';
import { ReprintDialog } from '../print-floor/reprint-dialog.tsx';
import { AdminCancelPieces } from './admin-cancel-pieces.tsx';
import { PackPieces } from './pack-pieces.tsx';

const tones: Record<ReturnType<typeof whereabouts>[number]['place'], BadgeTone> = {
  open: 'warning',
  packed: 'tint',
  under_way: 'tint',
  delivered: 'success',
  returned: 'neutral',
  returned_to_sender: 'neutral',
  cancelled: 'neutral',
};

/** The lines of an order with the location of their pieces, and actions for the open ones. */
export function OrderPieces({ order }: { order: AdminFullOrder }) {
  const t = adminShipmentsTexts();
  const tOrders = ordersTexts();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [asked, setAsked] = useState<'pack' | 'cancel' | null>(null);
  const { busy: printing, change } = useChange();
  const [reprinted, setReprinted] = useState<AdminOrderLine | null>(null);
  const lines = order.order_lines;
  const countOf = (line: AdminOrderLine) => Math.min(counts[line.id] ?? line.open_pieces, line.open_pieces);
  const chosen: Pieces[] = lines
    .map((line) => ({ order_line_id: line.id, quantity: countOf(line) }))
    .filter(({ quantity }) => quantity > 0);
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const isOpen = lines.some((line) => line.open_pieces > 0);
  const unprinted = lines
    .map((line) => ({ order_line_id: line.id, quantity: line.to_print }))
    .filter(({ quantity }) => quantity > 0);

  const prints = unprinted.reduce((sum, { quantity }) => sum + quantity, 0);
  const print = () =>
    change({
      run: () => markPrinted(unprinted),
      done: t('printedMarked', { count: prints }),
      failed: t('notPrinted'),
    });
  const close = (done: boolean) => {
    setAsked(null);
    if (done) setCounts({});
  };
  return (
    <section aria-labelledby="order-items" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="order-items" className="text-heading">
        {tOrders('items')}
      </h2>
      <ul className="border-t">
        {lines.map((line) => (
          <PieceLine key={line.id} line={line} canPack={order.is_packable}>
            {line.printed > 0 && line.open_pieces > 0 ? (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('reprintOf', { name: line.name })}
                onClick={() => setReprinted(line)}
              >
                {t('reprint')}
              </Button>
            ) : null}
            {line.open_pieces > 0 ? (
              <QuantityStepper
                label={t('piecesOf', { name: line.name })}
                min={0}
                max={line.open_pieces}
                value={countOf(line)}
                onChange={(next) => setCounts({ ...counts, [line.id]: next })}
              />
            ) : null}
          </PieceLine>
        ))}
      </ul>
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-2">
          {order.is_packable ? (
            <Button size="small" disabled={count === 0} onClick={() => setAsked('pack')}>
              {t('packPieces', { count })}
            </Button>
          ) : (
            <p className="text-ink-soft text-sm">{t('confirmFirst')}</p>
          )}
          {order.is_packable && unprinted.length > 0 ? (
            <Button variant="outline" size="small" busy={printing} onClick={() => void print()}>
              {t('markPrinted')}
            </Button>
          ) : null}
          <Button variant="quiet" size="small" disabled={count === 0} onClick={() => setAsked('cancel')}>
            {t('cancelPieces', { count })}
          </Button>
        </div>
      ) : null}
      {reprinted ? <ReprintDialog lineId={reprinted.id} onClose={() => setReprinted(null)} /> : null}
      {asked === 'pack' ? <PackPieces orderId={order.id} pieces={chosen} onClose={close} /> : null}
      {asked === 'cancel' ? <AdminCancelPieces orderId={order.id} pieces={chosen} onClose={close} /> : null}
    </section>
  );
}

type PieceLineProps = { line: AdminOrderLine; canPack: boolean; children: ReactNode };

function PieceLine({ line, canPack, children }: PieceLineProps) {
  const t = adminShipmentsTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  const shown = useShownValue();
  const unprinted = canPack ? line.to_print : 0;
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-b py-4 sm:grid-rows-[auto_1fr]">
      <LinePicture
        image={line.image}
        alt=""
        size={72}
        className="aspect-square w-full rounded-picture object-cover sm:row-span-2"
      />
      <div className="wrap-anywhere grid gap-1 sm:row-span-2">
        {line.product_id ? (
          <Link
            to={href('/admin/products/edit/:id', { id: line.product_id })}
            className="font-semibold hover:underline"
          >
            {line.name}
          </Link>
        ) : (
          <p className="font-semibold">{line.name}</p>
        )}
        <p className="flex flex-wrap gap-1.5 py-1 empty:hidden">
          {optionValues(line, soldWord(line, shown)).map(({ value, name, color }) => (
            <OptionChip key={`${color} ${value}`} value={value} name={name} color={color} />
          ))}
        </p>
        <p className="text-ink-soft text-sm">
          {tOrders('quantity', { count: line.quantity, price: formatPounds(line.unit_price, currency) })}
        </p>
        <p className="flex flex-wrap gap-1.5">
          {unprinted > 0 ? <Badge tone="warning">{t('unprinted', { count: unprinted })}</Badge> : null}
          {whereabouts(line).map(({ place, count }) => (
            <Badge key={place} tone={tones[place]}>
              {t(`place_${place}`, { count })}
            </Badge>
          ))}
        </p>
      </div>
      <p className="whitespace-nowrap text-end font-details font-semibold tabular-nums">
        {formatPounds(line.total, currency)}
      </p>
      {/* Below the name on phones, which then has the whole width. */}
      <div className="col-span-full flex flex-wrap items-center justify-end gap-2 empty:hidden sm:col-span-1 sm:flex-col sm:items-end">
        {children}
      </div>
    </li>
  );
}
