// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-work.json';

export const adminWorkTexts = () => getTranslations('admin-work', texts);
