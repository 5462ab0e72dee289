// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-copies.json';

export const adminCopiesTexts = () => getTranslations('admin-copies', texts);
