// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-pay-links.json';

export const adminPayLinksTexts = () => getTranslations('admin-pay-links', texts);
