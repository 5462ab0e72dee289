import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** Labels for the floor and the apartment of an address, which are often bare numbers. */
export function useAddressLabels() {
  const t = useTranslations('orders', ordersMessages);
  return {
    floor: (floor: string) => t('floor', { floor }),
    apartment: (apartment: string) => t('apartment', { apartment }),
  };
}

export type AddressLabels = ReturnType<typeof useAddressLabels>;
