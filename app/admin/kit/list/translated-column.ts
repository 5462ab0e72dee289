import { defaultLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';

/** Returns the column that has what a column of texts says in a language, by default the page's. */
export const translatedColumn = (column: string, language: Language = pageLanguage()): string =>
  language === defaultLanguage ? column : `translations->${language}->>${column}`;

/** Returns a column of texts and those that have its translations. */
export const inEveryLanguage = (column: string): string[] =>
  languages.map((language) => translatedColumn(column, language));
