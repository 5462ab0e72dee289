// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/file-input.json';

export const fileInputTexts = () => getTranslations('file-input', texts);
