// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-csv.json';

export const adminCsvTexts = () => getTranslations('admin-csv', texts);
