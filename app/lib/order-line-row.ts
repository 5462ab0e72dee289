import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { designedGarmentName, type GetTranslations, garmentWord } from './garment-words.ts';

/** A line of an order or invoice, or pieces of one, as stored. */
interface StoredRow {
  translations?: unknown;
  /** The garment of the designer, of a line that is no product. */
  garment?: string | null;
  color?: string | null;
}

/** What was sold, in one language. */
export type OrderLineRow<Row> = Omit<Row, 'translations'> & {
  /** What the values of its options were called, by the value. */
  words: Readonly<Record<string, string>>;
};

/**
 * A line of an order or invoice in a language, by default the page's: a product as it was called when it was sold, a garment of
 * the designer as it is called now.
 * @param getTranslations translators of that language, where it is not the page's
 */
export function orderLineRow<Row extends StoredRow>(
  row: Row,
  language: Language = pageLanguage(),
  getTranslations?: GetTranslations,
): OrderLineRow<Row> {
  const { garment, color } = row;
  const sold = {
    ...translatedRow(row, language),
    words: translatedWords(row.translations, 'values', language),
  };
  if (!garment) return sold;
  return {
    ...sold,
    name: designedGarmentName(garment, getTranslations),
    words: color ? { [color]: garmentWord(color, getTranslations) } : {},
  };
}

/**
 * Says what values of a line's options are called.
 * @param otherwise names those that were not translated when the line was sold
 */
export function soldWord(
  { words }: Pick<OrderLineRow<object>, 'words'>,
  otherwise = (value: string) => value,
): (value: string) => string {
  return (value) => words[value] ?? otherwise(value);
}
