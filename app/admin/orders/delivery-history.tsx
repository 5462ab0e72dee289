import { useEffect, useState } from 'react';
import { href } from 'react-router';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { type DeliveryRecord, readDeliveryHistory } from './data/delivery-history.ts';

type DeliveryHistoryProps = { customerId: string | null; phone: string };

/** How many parcels a customer, and a phone number, accepted and did not accept, with links to their orders. */
export function DeliveryHistory({ customerId, phone }: DeliveryHistoryProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [found, setFound] = useState<Awaited<ReturnType<typeof readDeliveryHistory>>>();
  useEffect(() => {
    let isCurrent = true;
    readDeliveryHistory(customerId, phone).then(
      (history) => isCurrent && setFound(history),
      // Without it the page is whole: the customer's own page has it too.
      () => isCurrent && setFound(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [customerId, phone]);
  const orders = href('/admin/orders');
  const say = (record: DeliveryRecord | null, key: 'acceptedByPerson' | 'acceptedByPhone', search: string) =>
    record && record.delivered + record.refused > 0 ? (
      <p key={key} className={record.refused > 0 ? 'font-medium text-warning-text' : 'text-ink-soft'}>
        {t(key, record)} <TextLink to={`${orders}?${search}`}>{t('acceptedOrders')}</TextLink>
      </p>
    ) : null;
  return (
    // Two lines high from the start, so that what stands below does not move when they come.
    <div className="grid min-h-11 w-full content-start gap-1 text-sm">
      {found ? say(found.person, 'acceptedByPerson', `customer=${customerId}`) : null}
      {found ? say(found.phone, 'acceptedByPhone', `search=${encodeURIComponent(phone)}`) : null}
    </div>
  );
}
