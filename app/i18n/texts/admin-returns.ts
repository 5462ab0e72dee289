// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-returns.json';

export const adminReturnsTexts = () => getTranslations('admin-returns', texts);
