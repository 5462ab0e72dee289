// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/order-mail-houses.json';

export const orderMailHousesTexts = () => getTranslations('order-mail-houses', texts);
