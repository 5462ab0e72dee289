// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/stock-alert-mail.json';

export const stockAlertMailTexts = () => getTranslations('stock-alert-mail', texts);
