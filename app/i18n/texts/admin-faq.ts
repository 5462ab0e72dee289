// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-faq.json';

export const adminFaqTexts = () => getTranslations('admin-faq', texts);
