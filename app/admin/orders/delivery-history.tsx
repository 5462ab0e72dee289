import { href } from 'react-router';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { useRefusedElsewhere } from './data/customer-across-stores.ts';
import type { DeliveryRecord, DeliveryHistory as History } from './data/delivery-history.ts';

type DeliveryHistoryProps = { customerId: string | null; phone: string; history: History };

/**
 * Shipments that a customer, and a phone number, accepted and did not accept, with links to the orders.
 * `phone` is '' where it must not be shown.
 */
export function DeliveryHistory({ customerId, phone, history }: DeliveryHistoryProps) {
  const t = adminOrdersTexts();
  const orders = href('/admin/orders');
  const elsewhere = useRefusedElsewhere(customerId);
  const say = (record: DeliveryRecord | null, key: 'acceptedByPerson' | 'acceptedByPhone', search: string) =>
    record && record.delivered + record.refused > 0 ? (
      <p key={key} className={record.refused > 0 ? 'font-medium text-warning-text' : 'text-ink-soft'}>
        {t(key, record)}{' '}
        {search ? <TextLink to={`${orders}?${search}`}>{t('acceptedOrders')}</TextLink> : null}
      </p>
    ) : null;
  return (
    <div className="grid w-full gap-1 text-sm empty:hidden">
      {say(history.customer, 'acceptedByPerson', `customer=${customerId}`)}
      {elsewhere > 0 ? (
        <p className="font-medium text-warning-text">{t('notAcceptedElsewhere', { count: elsewhere })}</p>
      ) : null}
      {say(history.phone, 'acceptedByPhone', phone && `search=${encodeURIComponent(phone)}`)}
    </div>
  );
}
