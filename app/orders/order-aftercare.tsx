import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useRootData } from '#app/store/root-data.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CancelPieces } from './cancel-pieces.tsx';
import { ChangeAddress } from './change-address.tsx';
import { ChangeSize } from './change-size.tsx';
import { ExchangeItems } from './exchange-items.tsx';
import { OrderAction } from './order-dialog.tsx';
import { aftercareOf } from './order-steps.ts';
import type { FullOrder, OrderReturn } from './read-orders.ts';
import { ReplaceSize } from './replace-size.tsx';
import { ReportProblem } from './report-problem.tsx';

interface OrderAftercareProps {
  order: FullOrder;
  readAgain: () => Promise<void>;
}

/** Returns still in progress; until they end, the page does not say that nothing more can be reported. */
const waitingStates: readonly OrderReturn['state'][] = ['requested', 'approved', 'on_the_way'];

/**
 * The next time after `now` at which some delivered item can no longer be reported or returned; null if there is none.
 */
function nextEnd(aftercare: FullOrder['aftercare'], now: number): number | null {
  const ends = aftercare
    .flatMap(({ return_until, fault_until }) => [Date.parse(return_until), Date.parse(fault_until)])
    .filter((end) => end >= now);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** The actions available for an order: change, cancel, report a problem, return, **Another size** and **Exchange**. */
export function OrderAftercare({ order, readAgain }: OrderAftercareProps) {
  const t = ordersTexts();
  const { settings, paymentOptions } = useRootData();
  const [now, setNow] = useState(() => Date.now());
  const aftercare = aftercareOf(order, now);
  const { cancel, change, report, replaceSize, exchange, reportUntil, giveBackUntil } = aftercare;
  const next = nextEnd(order.aftercare, now);
  useEffect(() => {
    if (next === null) return;
    // Re-render when a deadline to report or return passes.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  const canReport = Object.keys(report).length > 0;
  const hasSize = order.order_lines.some((line) => line.size && line.open_pieces > 0);
  const openPieces = order.order_lines.reduce((sum, line) => sum + line.open_pieces, 0);
  const canReplace = paymentOptions.length > 0 && Object.keys(replaceSize).length > 0;
  const canExchange = paymentOptions.length > 0 && Object.keys(exchange).length > 0;
  const isWaiting = order.returns.some(({ state }) => waitingStates.includes(state));
  return (
    <>
      <OrderAction available={change}>
        <ChangeAddress order={order} readAgain={readAgain} />
      </OrderAction>
      <OrderAction available={change && hasSize}>
        <ChangeSize order={order} readAgain={readAgain} />
      </OrderAction>
      <OrderAction available={cancel && openPieces > 1}>
        <CancelPieces order={order} readAgain={readAgain} />
      </OrderAction>
      <OrderAction available={cancel}>
        <CancelOrder orderId={order.id} readAgain={readAgain} />
      </OrderAction>
      {order.user_id ? (
        <OrderAction available={canReport || giveBackUntil !== null}>
          <ReportProblem order={order} userId={order.user_id} aftercare={aftercare} readAgain={readAgain} />
        </OrderAction>
      ) : null}
      <OrderAction available={canReplace}>
        <ReplaceSize order={order} pieces={replaceSize} readAgain={readAgain} />
      </OrderAction>
      <OrderAction available={canExchange}>
        <ExchangeItems order={order} pieces={exchange} readAgain={readAgain} />
      </OrderAction>
      {reportUntil === null || (isWaiting && !canReport && !giveBackUntil) ? null : (
        <p className="w-full text-ink-soft text-sm">
          {canReport ? t('reportUntil', { until: formatDateTime(reportUntil) }) : null}
          {!canReport && giveBackUntil ? t('giveBackUntil', { until: formatDateTime(giveBackUntil) }) : null}
          {canReport || giveBackUntil ? null : (
            <>
              {t('reportOver', { days: settings.returns.faultDays })}{' '}
              <TextLink to={href('/contact')}>{t('contact')}</TextLink>
            </>
          )}
        </p>
      )}
    </>
  );
}
