// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/garments.json';

export const garmentsTexts = () => getTranslations('garments', texts);
