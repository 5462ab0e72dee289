// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/shell.json';

export const shellTexts = () => getTranslations('shell', texts);
