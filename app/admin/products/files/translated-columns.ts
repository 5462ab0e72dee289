import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { Json } from '#app/lib/database.types.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { addressList, optionList, text } from '#app/product/parse-values.ts';
import {
  type OtherLanguage,
  otherLanguages,
  typedWords,
  wordsTyped,
} from '../../ui/edit/translated-texts.ts';
import { headingOf } from './file-table.ts';
import { type Line, type Reading, UnreadableCell } from './import-rows.ts';
import { type FileProduct, readAlts, readCell, writeAltLines } from './product-file-columns.ts';

/** Names of languages in the headings of files. */
const languageNames: Record<OtherLanguage, string> = { ar: 'Arabic' };

const texts = [
  'name',
  'description',
  'unit',
  'brand',
  'type',
  'seo_title',
  'seo_description',
  'slug',
] as const;
const lists = ['material', 'gender'] as const;
const columns = [...texts, ...lists, 'image_texts'] as const;
type Column = (typeof columns)[number];

/** Returns the heading of a column in another language: "name (Arabic)". */
export const headingIn = (column: string, language: OtherLanguage) =>
  `${column} (${languageNames[language]})`;

/** Headings of a product's translations: "name (Arabic)". */
export const translatedHeadings = otherLanguages.flatMap((language) =>
  columns.map((column) => headingIn(column, language)),
);

/** Headings of a category's translations: "category (Arabic)". */
export const categoryHeadings = otherLanguages.map((language) => headingIn('category', language));

/** Returns the cells of the translations of a product's category, in the order of their headings. */
export const categoryCells = ({ categoryTranslations }: FileProduct): string[] =>
  otherLanguages.map((language) => text(translationOf(categoryTranslations, language).name));

/** Reads the translations of a line's category; undefined without any. @throws UnreadableCell */
export function readCategoryTranslations(line: Line, reading: Reading): Record<string, Json> | undefined {
  const said = otherLanguages.flatMap((language) => {
    const heading = headingIn('category', language);
    reading(line, heading);
    const name = readCell({ read: cleanText, cleared: null }, line.cell(headingOf(heading)));
    return name ? [[language, { name }] as const] : [];
  });
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

function writeCell(product: FileProduct, column: Column, language: OtherLanguage): string {
  const list = lists.find((each) => each === column);
  if (list) {
    const words = translatedWords(product.translations, list, language);
    return typedWords(optionList(product[list] ?? ''), words);
  }
  if (column === 'image_texts')
    return writeAltLines(product.images, translatedWords(product.translations, 'image_alts', language));
  return text(translationOf(product.translations, language)[column]);
}

/** Returns the cells of a product's translations, in the order of their headings. */
export const translatedCells = (product: FileProduct): string[] =>
  otherLanguages.flatMap((language) => columns.map((column) => writeCell(product, column, language)));

/** Parses the translated words of a list, whose values are in the same line. @throws UnreadableCell */
function wordsIn(cell: string, list: Json | undefined): Json {
  const values = optionList(text(list));
  const words = values.length > 0 ? wordsTyped(values, cell) : null;
  if (!words) throw new UnreadableCell({ messageKey: 'csvWords' });
  return words;
}

/**
 * Reads the translations of a product's line; `set` holds its other columns. Undefined without any, which
 * leaves the product's unchanged.
 * @throws UnreadableCell
 */
export function readTranslations(
  line: Line,
  set: Readonly<Record<string, Json>>,
  reading: Reading,
): Record<string, Json> | undefined {
  const said = otherLanguages.flatMap((language) => {
    const entries = columns.flatMap((column) => {
      const heading = headingIn(column, language);
      reading(line, heading);
      const images = addressList(set.images);
      const read = (cell: string): Json => {
        if (lists.some((list) => list === column)) return wordsIn(cell, set[column]);
        return column === 'image_texts' ? readAlts(cell, images) : cleanText(cell);
      };
      const value = readCell({ read, cleared: null }, line.cell(headingOf(heading)));
      if (value === undefined || (column === 'image_texts' && value !== null && images.length === 0))
        return [];
      return [[column === 'image_texts' ? 'image_alts' : column, value] as const];
    });
    return entries.length > 0 ? [[language, Object.fromEntries(entries)] as const] : [];
  });
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
