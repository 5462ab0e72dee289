// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/auth.json';

export const authTexts = () => getTranslations('auth', texts);
