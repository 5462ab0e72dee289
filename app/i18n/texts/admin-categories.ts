// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-categories.json';

export const adminCategoriesTexts = () => getTranslations('admin-categories', texts);
