import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { paidOnlineBy } from '#app/orders/payment-state.ts';
import type { DayMoney } from './day-money.ts';

/** Payment providers’ own spelling of their names; others show their key. */
const providerNames: Readonly<Record<string, string>> = {
  fawry: 'Fawry',
  kashier: 'Kashier',
  paymob: 'Paymob',
  stripe: 'Stripe',
};

/** Returns a function that names the places of a day's money. */
export function usePlaceName() {
  const t = adminCloseDayTexts();
  const tOrders = ordersTexts();
  return ({ place, name, method }: Pick<DayMoney, 'place' | 'name' | 'method'>): string => {
    if (place === 'carrier') return name ? t('carrier', { name }) : t('unnamedCarrier');
    if (place !== 'provider') return t(place);
    if (!name) return t('unnamedProvider');
    const by = tOrders(paidOnlineBy({ online_method: method }));
    return t('provider', { name: providerNames[name] ?? name, method: by });
  };
}
