import { cleanAscii, cleanSearch } from '#app/lib/typed-text.ts';

/** Maximum length of a search text. */
const longest = 200;

/** Returns the search text of a list's address, cleaned. */
export const searchIn = (query: URLSearchParams) => cleanSearch(query.get('search') ?? '', longest);

/**
 * Returns an `ilike` pattern that matches a text anywhere, literally; PostgREST also treats `*` as a
 * wildcard.
 */
export function searchPattern(text: string): string {
  const escaped = cleanSearch(text, longest)
    .replace(/\*/g, '')
    .replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return `%${escaped}%`;
}

const phoneSigns = /^[-+\d ()./]+$/;

/** Returns whether a search text may be a phone number or its beginning. */
export function mayBePhone(text: string): boolean {
  return phoneSigns.test(cleanAscii(text)) && nationalDigits(text).length >= 4;
}

/** Returns whether a search text may be a phone number, its beginning, or its last digits. */
export function mayBePartOfPhone(text: string): boolean {
  return phoneSigns.test(cleanAscii(text)) && cleanAscii(text).replace(/\D/g, '').length >= 3;
}

/** Returns the digits of a phone number without country code and leading zero, which all formats share. */
export function nationalDigits(phone: string): string {
  return cleanAscii(phone)
    .replace(/\D/g, '')
    .replace(/^(0020|20|0)/, '');
}

/** Arabic letters that people write for each other, as the search of the stores takes them for one. */
const letterForms = ['اأإآٱ', 'يىیئ', 'هة', 'وؤ', 'كک'];
const anyForm = new Map(letterForms.flatMap((forms) => [...forms].map((letter) => [letter, `[${forms}]`])));

/** Returns a regular expression of PostgreSQL that matches a text anywhere, its Arabic letters in any of their forms. */
function formsPattern(text: string): string {
  const literal = cleanSearch(text, longest).replace(/[\\^$.|?*+()[\]{}]/g, (sign) => `\\${sign}`);
  return Array.from(literal, (letter) => anyForm.get(letter) ?? letter).join('');
}

/** Returns an `or()` condition that matches a text in any of the columns. */
export function containsCondition(columns: readonly string[], text: string): string {
  const hasForms = Array.from(text).some((letter) => anyForm.has(letter));
  const condition = hasForms
    ? `imatch."${quoted(formsPattern(text))}"`
    : `ilike."${quoted(searchPattern(text))}"`;
  return columns.map((column) => `${column}.${condition}`).join(',');
}

const quoted = (pattern: string) => pattern.replace(/[\\"]/g, (sign) => `\\${sign}`);
