// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/home.json';

export const homeTexts = () => getTranslations('home', texts);
