// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/customize.json';

export const customizeTexts = () => getTranslations('customize', texts);
