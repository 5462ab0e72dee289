// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/order-remarks.json';

export const orderRemarksTexts = () => getTranslations('order-remarks', texts);
