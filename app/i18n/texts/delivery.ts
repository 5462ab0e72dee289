// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/delivery.json';

export const deliveryTexts = () => getTranslations('delivery', texts);
