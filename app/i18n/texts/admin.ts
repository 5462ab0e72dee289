// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin.json';

export const adminTexts = () => getTranslations('admin', texts);
