import governoratesMessages from '#app/i18n/messages/en/governorates.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { isGovernorate } from './governorates.ts';

/** Labels for the floor and the apartment of an address, which are often bare numbers, and its governorate's name. */
export function useAddressLabels() {
  const t = useTranslations('orders', ordersMessages);
  const tGovernorates = useTranslations('governorates', governoratesMessages);
  return {
    floor: (floor: string) => t('floor', { floor }),
    apartment: (apartment: string) => t('apartment', { apartment }),
    governorate: (name: string) => (isGovernorate(name) ? tGovernorates(name) : name),
  };
}

export type AddressLabels = ReturnType<typeof useAddressLabels>;
