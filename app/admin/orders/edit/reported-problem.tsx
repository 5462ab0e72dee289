import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { OrderPhotos } from '#app/orders/order-photos.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { moveOrder } from '../data/move-orders.ts';
import type { FullOrder } from '../data/read-admin-orders.ts';

type Answer = 'returned' | 'delivered';

/** A reported problem of an order, and the two answers to it; the customer sees the text. */
export function ReportedProblem({ order }: { order: FullOrder }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { revalidate } = useRevalidator();
  const [note, setNote] = useState('');
  const [restock, setRestock] = useState(true);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState<Answer | null>(null);
  useDirtyForm(note !== '', 'print');
  const report = order.order_events.findLast((event) => event.to_status === 'return_requested');
  const byStaff = report?.actor === 'staff';

  const answer = async (status: Answer) => {
    if (note.trim() === '') return setProblem(t('answerMissing'));
    setBusy(status);
    try {
      await moveOrder(order.id, status, { note, restock: status === 'returned' && restock });
      setNote('');
      toast({ title: t('moved', { number: order.number, status: tOrders(`status_${status}`) }) });
      await revalidate();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <section
      aria-labelledby="reported-problem"
      className="stroked grid gap-4 rounded-card border-warning-text bg-surface p-5"
    >
      <div className="grid gap-1">
        <h2 id="reported-problem" className="flex items-center gap-2 text-lg">
          <TriangleAlert className="size-5 shrink-0 text-warning-text" />
          {t(byStaff ? 'problemByStaff' : 'problem')}
        </h2>
        {report?.note ? (
          <blockquote
            dir="auto"
            className="wrap-anywhere whitespace-pre-line border-line-strong border-s-2 ps-3"
          >
            {report.note}
          </blockquote>
        ) : null}
        {report ? <OrderPhotos photos={report.photos} /> : null}
        {report ? (
          <p className="text-ink-soft text-sm">
            {t(byStaff ? 'problemNotedWhen' : 'problemWhen', {
              when: formatDateTime(report.created_at),
              delivered: order.delivered_at ? formatDateTime(order.delivered_at) : '–',
            })}
          </p>
        ) : null}
      </div>
      <TextareaField
        label={t('answer')}
        hint={t('answerHint')}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setProblem('');
        }}
        error={problem}
      />
      <Checkbox
        label={t('restock')}
        checked={restock}
        onChange={(event) => setRestock(event.currentTarget.checked)}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy === 'returned'} disabled={busy !== null} onClick={() => void answer('returned')}>
          {t('acceptReturn')}
        </Button>
        <Button
          variant="outline"
          busy={busy === 'delivered'}
          disabled={busy !== null}
          onClick={() => void answer('delivered')}
        >
          {t('declineReturn')}
        </Button>
      </div>
    </section>
  );
}
