// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-rights.json';

export const adminRightsTexts = () => getTranslations('admin-rights', texts);
