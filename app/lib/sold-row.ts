import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';

/** What was sold, in one language. */
export type SoldRow<Row> = Omit<Row, 'translations'> & {
  /** What the values of its options were called, by the value. */
  words: Readonly<Record<string, string>>;
};

/** A line of an order or invoice in a language, by default the page's, as its product was called when it was sold. */
export function soldRow<Row extends { translations?: unknown }>(
  row: Row,
  language: Language = pageLanguage(),
): SoldRow<Row> {
  return { ...translatedRow(row, language), words: translatedWords(row.translations, 'values', language) };
}

/**
 * Says what values of a line's options are called.
 * @param otherwise names those that were not translated when the line was sold
 */
export function soldWord(
  { words }: Pick<SoldRow<object>, 'words'>,
  otherwise = (value: string) => value,
): (value: string) => string {
  return (value) => words[value] ?? otherwise(value);
}
