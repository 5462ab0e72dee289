// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-discounts.json';

export const adminDiscountsTexts = () => getTranslations('admin-discounts', texts);
