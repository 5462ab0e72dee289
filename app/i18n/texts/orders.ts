// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/orders.json';

export const ordersTexts = () => getTranslations('orders', texts);
