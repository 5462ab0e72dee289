// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/invoices.json';

export const invoicesTexts = () => getTranslations('invoices', texts);
