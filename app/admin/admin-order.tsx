import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { PrintFiles } from '#app/customize/print-files.tsx';
import type { Enums } from '#app/lib/database.types.ts';
import { formatDateTime } from '#app/lib/dates.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { OrderAddress } from '#app/orders/order-address.tsx';
import { OrderHistory } from '#app/orders/order-history.tsx';
import { OrderLines } from '#app/orders/order-lines.tsx';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { OrderTotals } from '#app/orders/order-totals.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { readAdminOrder } from './read-admin-orders.ts';

type AdminOrderProps = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>>;

/** One order as staff see it, with the moves that the table of allowed moves has for it. */
export function AdminOrder({ order, moves }: AdminOrderProps) {
  const t = useWords(adminWords);
  const words = useWords(orderWords);
  return (
    <div className="grid gap-6">
      <TextLink to={href('/admin/orders')}>{t('backToOrders')}</TextLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-heading">{words('order', { number: order.number })}</h1>
        <OrderStatusBadge status={order.status} />
        <p className="w-full text-ink-soft">
          {order.customer_name} · {order.customer_email} · {formatDateTime(order.created_at)}
        </p>
      </div>
      <Moves order={order} moves={moves} />
      <div className="grid items-start gap-8 xl:grid-cols-[1fr_20rem]">
        <div className="grid gap-8">
          <OrderLines lines={order.order_lines} />
          <PrintFiles lines={order.order_lines} />
          <OrderHistory events={order.order_events} />
        </div>
        <div className="grid gap-6">
          <OrderTotals order={order} />
          <OrderAddress order={order} />
        </div>
      </div>
    </div>
  );
}

function Moves({ order, moves }: AdminOrderProps) {
  const t = useWords(adminWords);
  const words = useWords(orderWords);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Enums<'order_status'> | null>(null);
  if (moves.length === 0) return null;

  const move = async (status: Enums<'order_status'>) => {
    setBusy(status);
    const supabase = await loadSupabase();
    const { error } = await supabase.rpc('change_order_status', { p_order_id: order.id, p_status: status });
    setBusy(null);
    if (error) toast({ title: t('moveFailed'), description: error.message, variant: 'destructive' });
    else toast({ title: t('moved', { number: order.number, status: words(`status_${status}`) }) });
    await revalidate();
  };

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{t('moveTo')}</span>
      {moves.map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'destructive' : 'outline'}
          size="small"
          busy={busy === status}
          disabled={busy !== null}
          onClick={() => void move(status)}
        >
          {words(`status_${status}`)}
        </Button>
      ))}
    </div>
  );
}
