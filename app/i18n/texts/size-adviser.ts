// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/size-adviser.json';

export const sizeAdviserTexts = () => getTranslations('size-adviser', texts);
