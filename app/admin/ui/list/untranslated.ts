import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import { type OtherLanguage, otherLanguages } from '../edit/translated-texts.ts';

/** Returns the column that holds a text column's translation into a language, by default the page's. */
export const translatedColumn = (column: string, language: Language = pageLanguage()): string =>
  language === defaultLanguage ? column : `translations->${language}->>${column}`;

/**
 * Returns an `or()` condition for rows with an untranslated text in any language. A column with several texts
 * counts as translated when any of them is.
 */
export function untranslatedCondition(columns: readonly string[]): string {
  const lacking = otherLanguages.flatMap((language) =>
    columns.map((column) => {
      const path = translatedColumn(column, language);
      return `and(${column}.not.is.null,${column}.neq."",or(${path}.is.null,${path}.eq.""))`;
    }),
  );
  return `or(${lacking.join(',')})`;
}

/** Returns whether a row lacks a translation of one of these texts, or of a word in one of these lists. */
export function isUntranslated(row: object, columns: readonly string[]): boolean {
  const cells: Readonly<Record<string, unknown>> = { ...row };
  const lacks = (column: string, language: OtherLanguage) => {
    const value = cells[column];
    if (Array.isArray(value)) {
      const words = translatedWords(cells.translations, column, language);
      return value.some((each) => !words[String(each)]);
    }
    if (typeof value !== 'string' || value.trim() === '') return false;
    const text = translationOf(cells.translations, language)[column];
    return typeof text !== 'string' || text.trim() === '';
  };
  return otherLanguages.some((language) => columns.some((column) => lacks(column, language)));
}
