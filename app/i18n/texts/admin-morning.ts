// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-morning.json';

export const adminMorningTexts = () => getTranslations('admin-morning', texts);
