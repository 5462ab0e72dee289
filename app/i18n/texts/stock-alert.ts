// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/stock-alert.json';

export const stockAlertTexts = () => getTranslations('stock-alert', texts);
