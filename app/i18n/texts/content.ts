// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/content.json';

export const contentTexts = () => getTranslations('content', texts);
