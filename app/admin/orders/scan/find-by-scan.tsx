import { ScanBarcode } from 'lucide-react';
import { href } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { StoreMark } from '../../ui/store-mark.tsx';
import type { Scanned } from './scan-calls.ts';
import { useOpenScanned } from './use-open-scanned.ts';
import { useQueuedScans } from './use-queued-scans.ts';
import type { Say } from './word.tsx';

type FindByScanProps = {
  /** The code of which several orders were found, and these; none before the first. */
  code: string;
  matches: readonly Scanned[];
  say: Say;
};

/** Opens the order of what is scanned, or lists those that wait for a piece. */
export function FindByScan({ code, matches, say }: FindByScanProps) {
  const t = adminScanTexts();
  useQueuedScans(useOpenScanned(say), say);
  const orders = matches.filter(({ order_id }) => order_id);
  if (orders.length === 0) {
    return (
      <EmptyState icon={<ScanBarcode className="size-12" />} title={t('title')}>
        {t('findWhy')}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="scan-matches" className="grid max-w-3xl gap-3">
      <h2 id="scan-matches" className="wrap-anywhere text-lg">
        {t('matches', { code })}
      </h2>
      <ul className="grid gap-2">
        {orders.map(
          ({ order_id, order_line_id, order_number, order_status, tenant_id, name, open_pieces }) => (
            <li
              key={`${order_id} ${order_line_id}`}
              className="stroked flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-surface p-3"
            >
              <RowLink
                tenantId={tenant_id}
                to={`${href('/admin/orders')}?order=${order_id}`}
                className="font-semibold text-link underline"
              >
                {order_number}
              </RowLink>
              {order_status ? <OrderStatusBadge status={order_status} /> : null}
              {isAllStores() ? <StoreMark tenantId={tenant_id} /> : null}
              <span className="wrap-anywhere text-ink-soft text-sm sm:ms-auto">
                {order_line_id ? `${name}: ` : ''}
                {t('waitsFor', { count: open_pieces })}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
