import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CancelPieces } from './cancel-pieces.tsx';
import { ChangeAddress } from './change-address.tsx';
import { ChangeSize } from './change-size.tsx';
import { aftercareOf, type ShopperTransition } from './order-steps.ts';
import type { FullOrder } from './read-orders.ts';
import { ReplaceSize } from './replace-size.tsx';
import { ReportProblem } from './report-problem.tsx';

interface OrderAftercareProps {
  order: FullOrder;
  transitions: readonly ShopperTransition[];
  /** A replacement in another size already exists. */
  replaced: boolean;
  onDone: () => Promise<void>;
}

/** The actions available for an order: changing, cancelling, reporting a problem or giving back, and **Another size**. */
export function OrderAftercare({ order, transitions, replaced, onDone }: OrderAftercareProps) {
  const t = useTranslations('orders', ordersMessages);
  const { returns } = useRootData().settings;
  const [now, setNow] = useState(() => Date.now());
  const { cancel, change, report, giveBack, replaceSize, until } = aftercareOf(
    order,
    transitions,
    returns,
    now,
  );
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    // Re-render when the reporting time ends.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, until - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <>
      {change ? <ChangeAddress order={order} onDone={onDone} /> : null}
      {change ? <ChangeSize order={order} onDone={onDone} /> : null}
      {cancel ? <CancelPieces order={order} onDone={onDone} /> : null}
      {cancel ? <CancelOrder orderId={order.id} onDone={onDone} /> : null}
      {report && until && order.user_id ? (
        <ReportProblem
          order={order}
          userId={order.user_id}
          until={until}
          giveBack={giveBack}
          onDone={onDone}
        />
      ) : null}
      {replaceSize && !replaced ? <ReplaceSize order={order} /> : null}
      {until === null ? null : (
        <p className="w-full text-ink-soft text-sm">
          {report ? (
            t('reportUntil', { until: formatDateTime(until) })
          ) : (
            <>
              {t('reportOver', { days: returns.faultDays })}{' '}
              <TextLink to={href('/contact')}>{t('contact')}</TextLink>
            </>
          )}
        </p>
      )}
    </>
  );
}
