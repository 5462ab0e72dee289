// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-content.json';

export const adminContentTexts = () => getTranslations('admin-content', texts);
