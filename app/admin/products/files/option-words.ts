import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { Json } from '#app/lib/database.types.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { text } from '#app/product/parse-values.ts';
import { type OtherLanguage, otherLanguages } from '../../ui/edit/translated-texts.ts';
import { headingOf } from './file-table.ts';
import type { FileOption, FileVariant, Line, Reading } from './import-rows.ts';
import { type FileProduct, readCell } from './product-file-columns.ts';
import { headingIn } from './translated-columns.ts';
import { optionPlaces } from './variant-columns.ts';

const heading = (place: number, part: 'name' | 'value', language: OtherLanguage) =>
  headingIn(`option${place}_${part}`, language);

/** Headings of the translations of options and their values: "option1_value (Arabic)". */
export const optionWordHeadings = optionPlaces.flatMap((place) =>
  otherLanguages.flatMap((language) => [heading(place, 'name', language), heading(place, 'value', language)]),
);

/** Returns the cells of a variant's translated options, in the order of their headings. */
export const optionWordCells = (
  { options }: Pick<FileProduct, 'options'>,
  values: readonly string[],
): string[] =>
  optionPlaces.flatMap((place) => {
    const translations = options[place - 1]?.translations;
    return otherLanguages.flatMap((language) => [
      text(translationOf(translations, language).name),
      translatedWords(translations, 'values', language)[values[place - 1] ?? ''] ?? '',
    ]);
  });

/**
 * Adds the translations from the variants' lines to options. An option without any in the file gets none, so
 * that the product's stay unchanged.
 */
export function withWords(
  options: readonly FileOption[],
  lines: readonly Line[],
  variants: readonly FileVariant[],
  reading: Reading,
): FileOption[] {
  return options.map((option, index) => {
    const said = otherLanguages.flatMap((language) => {
      const read = (line: Line, part: 'name' | 'value') => {
        const column = heading(index + 1, part, language);
        reading(line, column);
        return readCell({ read: cleanText, cleared: null }, line.cell(headingOf(column)));
      };
      const name = lines.map((line) => read(line, 'name')).find((cell) => cell !== undefined);
      const words = lines.flatMap((line, at): [string, Json][] => {
        const word = read(line, 'value');
        const typed = variants[at]?.options[index]?.toLowerCase();
        const value = option.values.find((each) => each.toLowerCase() === typed);
        return word === undefined || value === undefined ? [] : [[value, word]];
      });
      const texts: Record<string, Json> = {
        ...(name === undefined ? {} : { name }),
        ...(words.length > 0 ? { values: Object.fromEntries(words) } : {}),
      };
      return Object.keys(texts).length > 0 ? [[language, texts] as const] : [];
    });
    return said.length > 0 ? { ...option, translations: Object.fromEntries(said) } : option;
  });
}
