// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-columns.json';

export const adminColumnsTexts = () => getTranslations('admin-columns', texts);
