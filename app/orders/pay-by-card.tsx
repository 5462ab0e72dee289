import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { paymentFailure, startCardPayment } from './payment-calls.ts';
import type { FullOrder } from './read-orders.ts';

type PayableOrder = Pick<FullOrder, 'id' | 'status' | 'payment_method' | 'reserved_until' | 'total'>;

/** The reservation outlasts the payment by this time, so that a late payment still counts. */
const lastMinute = 60_000;

/** Remaining time as `m:ss`; null once it has passed. Both in epoch milliseconds. */
export function timeLeft(until: number, now: number): string | null {
  const seconds = Math.ceil((until - now) / 1_000);
  if (!(seconds > 0)) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether an order awaits its card payment. */
export function awaitsCard(order: Pick<PayableOrder, 'status' | 'payment_method'>): boolean {
  return order.status === 'awaiting_payment' && order.payment_method === 'online';
}

type PayByCardProps = { order: PayableOrder; readAgain: () => Promise<void> };

/** **Pay now** with the remaining reservation time; renders nothing for orders that await no card payment. */
export function PayByCard({ order, readAgain }: PayByCardProps) {
  const t = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const waits = awaitsCard(order);
  const until = waits && order.reserved_until ? Date.parse(order.reserved_until) - lastMinute : Number.NaN;
  const now = useSeconds(waits);
  const remaining = timeLeft(until, now);
  const [busy, setBusy] = useState(false);
  const over = waits && remaining === null;
  useEffect(() => {
    if (over) void readAgain();
  }, [over, readAgain]);
  if (!waits) return null;

  const pay = async () => {
    setBusy(true);
    try {
      location.assign(await startCardPayment(order.id));
    } catch (error) {
      toast({ title: t('payFailed'), description: paymentFailure(error), variant: 'destructive' });
      setBusy(false);
      await readAgain();
    }
  };
  return (
    <section
      aria-labelledby="pay-by-card"
      className="grid w-full gap-4 rounded-card bg-warning-tint p-5 text-start text-warning-text print:hidden"
    >
      <h2 id="pay-by-card" className="text-heading">
        {t('payTitle')}
      </h2>
      {remaining === null ? (
        <p>{t('payOver')}</p>
      ) : (
        <>
          <p>{t('payWhy')}</p>
          <p className="flex items-center gap-2 font-details font-semibold tabular-nums">
            <Clock className="size-5 shrink-0" />
            <span role="timer">{t('payLeft', { left: remaining })}</span>
          </p>
          <Button size="large" busy={busy} onClick={() => void pay()}>
            {t('payNow', { amount: formatPounds(order.total, currency) })}
          </Button>
        </>
      )}
    </section>
  );
}

/** The current time, updated every second while the page is visible. */
function useSeconds(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
