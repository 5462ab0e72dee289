// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-months.json';

export const adminMonthsTexts = () => getTranslations('admin-months', texts);
