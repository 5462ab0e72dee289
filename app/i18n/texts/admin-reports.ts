// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-reports.json';

export const adminReportsTexts = () => getTranslations('admin-reports', texts);
