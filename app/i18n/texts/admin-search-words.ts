// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/admin-search-words.json';

export const adminSearchWordsTexts = () => getTranslations('admin-search-words', texts);
