import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';

/** Returns the column that has what a column of texts says in a language, by default the page's. */
export const translatedColumn = (column: string, language: Language = pageLanguage()): string =>
  language === defaultLanguage ? column : `translations->${language}->>${column}`;
