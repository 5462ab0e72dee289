// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/offers.json';

export const offersTexts = () => getTranslations('offers', texts);
