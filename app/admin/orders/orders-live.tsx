import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { useOrdersLive } from '../live/new-orders.ts';

/** Shows whether an orders page receives live updates. */
export function OrdersLive() {
  const t = adminOrdersTexts();
  const live = useOrdersLive();
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${live ? 'bg-success-text' : 'bg-warning-text'}`}
      />
      {live ? t('live') : t('offline')}
    </p>
  );
}
