// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/designed-garment.json';

export const designedGarmentTexts = () => getTranslations('designed-garment', texts);
