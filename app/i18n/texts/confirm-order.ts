// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/confirm-order.json';

export const confirmOrderTexts = () => getTranslations('confirm-order', texts);
