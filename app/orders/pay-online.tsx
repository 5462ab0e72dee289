import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { toPiastres } from '#app/lib/money.ts';
import { openOptions } from '#app/store/payment-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { useAction } from '#app/ui/use-action.ts';
import { paymentFailure, startPayment } from './payment-calls.ts';
import { paymentKind } from './payment-section.tsx';
import type { FullOrder } from './read-orders.ts';

type PayableOrder = Pick<
  FullOrder,
  | 'id'
  | 'status'
  | 'payment_method'
  | 'reserved_until'
  | 'confirm_until'
  | 'owes'
  | 'awaited_deposit'
  | 'due_online'
  | 'closed_payments'
>;

/** The reservation outlasts the payment by this time, so that a late payment still counts. */
const lastMinute = 60_000;

/** Remaining time as `m:ss`; null once it has passed. Both in epoch milliseconds. */
export function timeLeft(until: number, now: number): string | null {
  const seconds = Math.ceil((until - now) / 1_000);
  if (!(seconds > 0)) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether an order awaits its payment at a provider. */
export function awaitsOnlinePayment(order: Pick<PayableOrder, 'status' | 'payment_method'>): boolean {
  return order.status === 'awaiting_payment' && order.payment_method === 'online';
}

/** Amount that banks hold for an order, in piastres. */
export const heldFor = ({ holds }: Pick<FullOrder, 'holds'>): number =>
  holds.reduce((sum, { amount }) => sum + toPiastres(amount), 0);

interface PayOnlineProps {
  order: PayableOrder;
  readAgain: () => Promise<void>;
  /** Whether the last attempt was declined. */
  declined?: boolean;
}

/**
 * Online payment options for an order's amount due, with the remaining reservation time; renders nothing if nothing is
 * due.
 */
export function PayOnline({ order, readAgain, declined = false }: PayOnlineProps) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const { paymentOptions } = useRootData();
  const due = toPiastres(order.due_online);
  const waits = awaitsOnlinePayment(order);
  const deposit = toPiastres(order.awaited_deposit);
  const until = waits && order.reserved_until ? Date.parse(order.reserved_until) - lastMinute : Number.NaN;
  const now = useSeconds(waits);
  const remaining = timeLeft(until, now);
  const options = openOptions(paymentOptions, order.closed_payments).filter(
    ({ method }) => method === 'online',
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const option = options.find((one) => one.option === chosen) ?? options[0];
  const { busy, act } = useAction({ explain: paymentFailure, readAgain });
  const isOver = waits && remaining === null;
  useEffect(() => {
    if (isOver) void readAgain();
  }, [isOver, readAgain]);
  if (due === 0 || !option) return null;

  const pay = () =>
    act({
      run: () => startPayment(order.id, option.option),
      onDone: (page) => location.assign(page),
      failed: t('payFailed'),
      leaves: true,
    });
  return (
    <section
      aria-labelledby="pay-online"
      className="grid w-full gap-4 rounded-card bg-warning-tint p-5 text-start text-warning-text print:hidden"
    >
      <h2 id="pay-online" className="text-heading">
        {t(deposit > 0 ? 'depositTitle' : waits ? 'payTitle' : 'payRestTitle')}
      </h2>
      {declined ? (
        <p role="alert" className="font-semibold">
          {t('payDeclined')}
        </p>
      ) : null}
      {isOver ? (
        <p>{t('payOver')}</p>
      ) : (
        <>
          <p>
            {deposit > 0
              ? t('depositWhy', {
                  time: formatDateTime(order.confirm_until ?? ''),
                  rest: formatMoney(toPiastres(order.owes) - deposit, currency),
                })
              : t(waits ? 'payWhy' : 'payRestWhy')}
          </p>
          {waits ? (
            <p className="flex items-center gap-2 font-details font-semibold tabular-nums">
              <Clock className="size-5 shrink-0" />
              <span role="timer">{t('payLeft', { left: remaining ?? '' })}</span>
            </p>
          ) : null}
          {options.length > 1 ? (
            <RadioGroup
              legend={t('payBy')}
              name="pay-online"
              value={option.option}
              onChange={setChosen}
              options={options.map(({ option: value, detail }) => ({
                value,
                label: t(paymentKind(value)),
                detail,
              }))}
            />
          ) : null}
          <Button size="large" busy={busy} onClick={() => void pay()}>
            {t('payNow', { amount: formatMoney(due, currency) })}
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
