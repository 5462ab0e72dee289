import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import afterSaleMessages from '#app/i18n/messages/en/after-sale.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { toPiastres } from '#app/lib/money.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { soldRow } from '#app/lib/sold-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import type { FullOrder } from './read-orders.ts';
import { readSizes, type SizedLine } from './replacement.ts';

interface ChangeSizeProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  onDone: () => Promise<void>;
}

/** **Change size** of pieces that are not packed yet. */
export function ChangeSize({ order, onDone }: ChangeSizeProps) {
  const t = useTranslations('after-sale', afterSaleMessages);
  const [open, setOpen] = useState(false);
  if (!order.order_lines.some((line) => line.size && line.open_pieces > 0)) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('changeSize')}
      </Button>
      <Dialog
        open={open}
        ignoreBackdropClick
        onClose={() => setOpen(false)}
        title={t('changeSize')}
        description={t('changeSizeLead')}
      >
        {open ? (
          <SizeForm
            order={order}
            onDone={async () => {
              setOpen(false);
              toast({ title: t('sizeChanged') });
              await onDone();
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function SizeForm({ order, onDone }: ChangeSizeProps) {
  const t = useTranslations('after-sale', afterSaleMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const [sized, setSized] = useState<readonly SizedLine[] | 'failed' | null>(null);
  const [sizes, setSizes] = useState<Record<string, string>>({});
  /** What the chosen sizes cost more, in pounds, once the store has said so. */
  const [difference, setDifference] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
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

  const save = async () => {
    const wanted = changes();
    if (wanted.add.length === 0) return setFailure(t('chooseSize'));
    setBusy(true);
    setFailure('');
    try {
      const supabase = await loadSupabase();
      const answer = await supabase.rpc('quote_edit', { p_order_id: order.id, p_changes: wanted }).single();
      const quote = dataOf(answer);
      if (quote.difference !== 0 && quote.difference !== difference) {
        setBusy(false);
        return setDifference(quote.difference);
      }
    } catch (error) {
      setBusy(false);
      return setFailure(refusalMessage(error, soldRow) ?? tOrders('unreachable'));
    }
    const refusal = await callFailure(`edit_order ${order.id} size`, async (requestId) =>
      (await loadSupabase()).rpc('edit_order', {
        p_order_id: order.id,
        p_changes: { ...wanted, expected_difference: difference ?? 0 },
        p_request_id: requestId,
      }),
    );
    setBusy(false);
    if (refusal) return setFailure(refusal);
    await onDone();
  };

  const amount = formatMoney(Math.abs(toPiastres(difference ?? 0)), currency);
  const word = difference === null ? 'saveSize' : difference > 0 ? 'saveSizeFor' : 'saveSizeLess';
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
      {failure ? (
        <p role="alert" className="font-medium text-danger-text">
          {failure}
        </p>
      ) : null}
      <Button type="submit" busy={busy} className="justify-self-end">
        {t(word, { amount })}
      </Button>
    </form>
  );
}
