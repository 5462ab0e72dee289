// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-offers.json';

export const adminOffersTexts = () => getTranslations('admin-offers', texts);
