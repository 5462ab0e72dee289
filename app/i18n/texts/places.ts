// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/places.json';

export const placesTexts = () => getTranslations('places', texts);
