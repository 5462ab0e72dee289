// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-deals.json';

export const adminDealsTexts = () => getTranslations('admin-deals', texts);
