import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { toPiastres } from '#app/lib/money.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { callOnce } from './call-once.ts';
import { OrderDialog } from './order-dialog.tsx';
import type { FullOrder } from './read-orders.ts';
import { readSizes, type SizedLine } from './replacement.ts';
import { useOrderChange } from './use-order-change.ts';

interface ChangeSizeProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  readAgain: () => Promise<void>;
}

/** **Change size** of items that are not packed yet. */
export function ChangeSize({ order, readAgain }: ChangeSizeProps) {
  const t = afterSaleTexts();
  return (
    <OrderDialog
      label={t('changeSize')}
      title={t('changeSize')}
      description={t('changeSizeLead')}
      ignoreBackdropClick
    >
      {(close) => <SizeForm order={order} readAgain={readAgain} onClose={close} />}
    </OrderDialog>
  );
}

interface SizeFormProps extends ChangeSizeProps {
  onClose: () => void;
  /** The success message, for an edit that costs this much more, in pounds. */
  done?: (difference: number) => string;
}

/** Chooses other sizes of items that are not packed yet. */
export function SizeForm({ order, readAgain, onClose, done }: SizeFormProps) {
  const t = afterSaleTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  const [sized, setSized] = useState<readonly SizedLine[] | 'failed' | null>(null);
  const [sizes, setSizes] = useState<Record<string, string>>({});
  /** Extra cost of the chosen sizes in pounds, once the store has quoted it. */
  const [difference, setDifference] = useState<number | null>(null);
  const { busy, change } = useOrderChange(readAgain);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (sized) return;
    const open = order.order_lines.flatMap((line) => {
      const quantity = line.open_pieces;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    readSizes(open).then(setSized, () => setSized('failed'));
  }, [sized, order.order_lines]);

  if (sized === 'failed') return <ErrorState onRetry={() => setSized(null)} />;
  if (!sized) return <Skeleton className="h-40" />;

  const changes = () => {
    const chosen = sized.flatMap(({ id, quantity }) => {
      const size = sizes[id];
      return size ? [{ id, quantity, size }] : [];
    });
    return {
      add: chosen.map(({ id, quantity, size }) => ({ instead_of: id, quantity, size })),
      remove: chosen.map(({ id, quantity }) => ({ order_line_id: id, quantity })),
    };
  };

  /** Returns the extra cost that the shopper has not seen yet; null once the sizes are changed. */
  const changeTo = async (wanted: ReturnType<typeof changes>): Promise<number | null> => {
    const supabase = await loadSupabase();
    const answer = await supabase.rpc('quote_edit', { p_order_id: order.id, p_changes: wanted }).single();
    const quote = dataOf(answer);
    if (quote.difference !== 0 && quote.difference !== difference) return quote.difference;
    await callOnce(`edit_order ${order.id} size`, (supabase, requestId) =>
      supabase.rpc('edit_order', {
        p_order_id: order.id,
        p_changes: { ...wanted, expected_difference: difference ?? 0 },
        p_request_id: requestId,
      }),
    );
    return null;
  };
  const save = async () => {
    const wanted = changes();
    if (wanted.add.length === 0) return setFailure(t('chooseSize'));
    await change({
      run: () => changeTo(wanted),
      done: (untold) =>
        untold === null ? { title: done?.(difference ?? 0) ?? t('sizeChanged') } : undefined,
      onDone: (untold) => (untold === null ? onClose() : setDifference(untold)),
      onFailure: setFailure,
    });
  };

  const amount = formatMoney(Math.abs(toPiastres(difference ?? 0)), currency);
  const word = difference === null ? 'saveSize' : difference > 0 ? 'saveSizeFor' : 'saveSizeLess';
  return (
    <DialogForm onSubmit={save} busy={busy} failure={failure} submit={t(word, { amount })}>
      <div className="grid gap-4">
        {sized.map((line) => (
          <SelectField
            key={line.id}
            label={t('sizeOf', { name: line.name, size: line.size })}
            value={sizes[line.id] ?? ''}
            onChange={(event) => {
              setDifference(null);
              setSizes({ ...sizes, [line.id]: event.target.value });
            }}
          >
            <option value="">{line.sizes.length > 0 ? tOrders('keepSize') : tOrders('noOtherSize')}</option>
            {line.sizes.map(({ size }) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {difference === null ? null : <p role="status">{t('sizeCosts')}</p>}
    </DialogForm>
  );
}
