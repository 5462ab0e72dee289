import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { designedGarmentName, type GetTranslations, garmentWord } from './garment-words.ts';

/** A stored line of an order or invoice, or some items of one. */
interface StoredRow {
  translations?: unknown;
  /** The designer's garment, for a line without a product. */
  garment?: string | null;
  color?: string | null;
}

/** A sold line in one language. */
export type OrderLineRow<Row> = Omit<Row, 'translations'> & {
  /** Translations of its option values, by value. */
  words: Readonly<Record<string, string>>;
};

/**
 * An order or invoice line in a language (by default the page's): a product by its name when sold, a garment of the
 * designer by its current name.
 * @param getTranslations translators of that language, if not the page's
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
 * Translates a line's option values.
 * @param otherwise names values that were not translated when the line was sold
 */
export function soldWord(
  { words }: Pick<OrderLineRow<object>, 'words'>,
  otherwise = (value: string) => value,
): (value: string) => string {
  return (value) => words[value] ?? otherwise(value);
}
