import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { orderLineRow, soldWord } from '#app/lib/order-line-row.ts';
import { Button } from '#app/ui/button.tsx';
import { callOnce } from './call-once.ts';
import type { FullOrder } from './read-orders.ts';
import { useOrderChange } from './use-order-change.ts';

interface ProposedChangeProps {
  order: Pick<FullOrder, 'order_edits' | 'order_lines'>;
  readAgain: () => Promise<void>;
}

/** A change with extra cost that the store suggests: its content, and the shopper's answer. */
export function ProposedChange({ order, readAgain }: ProposedChangeProps) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  const addressLabels = useAddressLabels();
  const { busyWith, change } = useOrderChange<'accept' | 'decline'>(readAgain);
  const edit = order.order_edits.find(({ next_states }) => next_states.includes('applied'));
  if (!edit) return null;
  const { remove = [], address, shipping_method: method, slot_date, note } = edit.shown_changes;
  const nameOf = (lineId: string) => order.order_lines.find(({ id }) => id === lineId)?.name ?? '';

  const answer = (accept: boolean) =>
    change({
      key: accept ? 'accept' : 'decline',
      run: () =>
        callOnce(`decide_edit ${edit.id} ${accept}`, (supabase, requestId) =>
          supabase.rpc('decide_edit', { p_edit_id: edit.id, p_accept: accept, p_request_id: requestId }),
        ),
      done: t(accept ? 'changeAccepted' : 'changeDeclined'),
      failed: t('changeFailed'),
    });

  return (
    <section
      aria-labelledby="order-change"
      className="grid gap-3 rounded-card bg-warning-tint p-5 text-warning-text print:hidden"
    >
      <h2 id="order-change" className="text-heading">
        {t('changeProposed')}
      </h2>
      <ul className="wrap-anywhere grid gap-1">
        {edit.added.map((sold) => {
          const line = orderLineRow(sold);
          const name = [line.name, optionsText(line, '', soldWord(line))].filter(Boolean).join(' · ');
          return (
            <li key={name}>{t('changeAdds', { what: t('shipmentLine', { count: line.quantity, name }) })}</li>
          );
        })}
        {remove.map(({ order_line_id, quantity }) => (
          <li key={order_line_id}>
            {t('changeRemoves', {
              what: t('shipmentLine', { count: quantity, name: nameOf(order_line_id) }),
            })}
          </li>
        ))}
        {address ? (
          <li>
            <bdi>
              {t('changeAddress', { address: addressLabels.listed(addressLines(address, addressLabels)) })}
            </bdi>
          </li>
        ) : null}
        {method ? <li>{t('changeMethod', { method })}</li> : null}
        {slot_date ? <li>{t('changeSlot', { date: formatDate(slot_date) })}</li> : null}
        {note ? <li dir="auto">{t('changeNote', { note })}</li> : null}
      </ul>
      {edit.reason ? <p dir="auto">{edit.reason}</p> : null}
      {edit.difference > 0 ? (
        <p className="font-semibold">
          {t('changeCostsMore', { amount: formatPounds(edit.difference, currency) })}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button busy={busyWith === 'accept'} onClick={() => void answer(true)}>
          {t('acceptChange')}
        </Button>
        <Button variant="outline" busy={busyWith === 'decline'} onClick={() => void answer(false)}>
          {t('declineChange')}
        </Button>
      </div>
    </section>
  );
}
