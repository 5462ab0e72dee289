import { formatDate } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { Button } from '#app/ui/button.tsx';
import { callOnce } from './call-once.ts';
import { OrderPhotos } from './order-photos.tsx';
import type { FullOrder, OrderReturn } from './read-orders.ts';
import { useOrderChange } from './use-order-change.ts';

interface OrderReturnsProps {
  order: FullOrder;
  readAgain: () => Promise<void>;
}

/** An order's reports and returns, with the store's answers. */
export function OrderReturns({ order, readAgain }: OrderReturnsProps) {
  const t = afterSaleTexts();
  if (order.returns.length === 0) return null;
  return (
    <section aria-labelledby="order-returns">
      <h2 id="order-returns" className="mb-2 text-heading">
        {t('returns')}
      </h2>
      <ul className="grid gap-4">
        {order.returns.map((one) => (
          <Return key={one.id} one={one} order={order} readAgain={readAgain} />
        ))}
      </ul>
    </section>
  );
}

/** The state of a return in words; an exchange waits for other things. */
function stateOf({ kind, state }: OrderReturn, t: ReturnType<typeof afterSaleTexts>): string {
  if (kind === 'exchange' && (state === 'requested' || state === 'approved'))
    return t(`exchangeState_${state}`);
  return t(`returnState_${state}`);
}

function Return({ one, order, readAgain }: OrderReturnsProps & { one: OrderReturn }) {
  const t = afterSaleTexts();
  const { busy, change } = useOrderChange(readAgain);

  const withdraw = () =>
    change({
      run: () =>
        callOnce(`withdraw_return ${one.id}`, (supabase, requestId) =>
          supabase.rpc('withdraw_return', { p_return_id: one.id, p_request_id: requestId }),
        ),
      done: t('withdrawn'),
      failed: t('withdrawFailed'),
    });

  return (
    <li className="stroked grid gap-2 rounded-card bg-surface p-4">
      <p className="font-semibold">
        {t(`return_${one.kind}`, { number: one.number })}: {stateOf(one, t)}
      </p>
      <p className="text-ink-soft text-sm">{formatDate(one.created_at)}</p>
      <ul className="wrap-anywhere text-sm">
        {one.return_lines.map(({ order_line_id, quantity }) => (
          <li key={order_line_id}>
            {t('shipmentLine', {
              count: quantity,
              name: order.order_lines.find(({ id }) => id === order_line_id)?.name ?? '',
            })}
          </li>
        ))}
      </ul>
      {one.reason ? (
        <p className="wrap-anywhere">
          <bdi>{one.reason}</bdi>
        </p>
      ) : null}
      <OrderPhotos photos={one.photos} />
      {one.answer ? (
        <div className="rounded-card bg-tint p-3 text-on-tint">
          <p className="font-semibold text-sm">{t('answer')}</p>
          <p className="wrap-anywhere">
            <bdi>{one.answer}</bdi>
          </p>
        </div>
      ) : null}
      {one.state === 'requested' && one.kind === 'exchange' ? (
        <p className="text-ink-soft text-sm print:hidden">{t('exchangeCancelOrder')}</p>
      ) : null}
      {one.state === 'requested' && one.kind !== 'exchange' && one.requested_by === 'shopper' ? (
        <Button
          variant="outline"
          busy={busy}
          onClick={() => void withdraw()}
          className="justify-self-start print:hidden"
        >
          {t('withdraw')}
        </Button>
      ) : null}
    </li>
  );
}
