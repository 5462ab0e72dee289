// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/welcome.json';

export const welcomeTexts = () => getTranslations('welcome', texts);
