// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/back-soon.json';

export const backSoonTexts = () => getTranslations('back-soon', texts);
