import { foldText } from '#app/lib/folded-text.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';

/** Maximum length of a search text. */
const longest = 200;

/** Returns the cleaned search text of a list's URL. */
export const searchIn = (query: URLSearchParams) => cleanSearch(query.get('search') ?? '', longest);

/** Escapes the wildcards of `like`; removes `*`, which PostgREST treats as one. */
const withoutWildcards = (text: string): string =>
  text.replace(/\*/g, '').replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Returns an `ilike` pattern that matches a text anywhere. */
export const searchPattern = (text: string): string => `%${withoutWildcards(cleanSearch(text, longest))}%`;

/** Returns a `like` pattern for a `search_text` column, which stores letters in folded form. */
export const foldedPattern = (text: string): string =>
  `%${withoutWildcards(foldText(cleanSearch(text, longest)).trim())}%`;

/** Returns an `or()` condition that a row's `search_text` matches a text. */
export const foundCondition = (text: string): string => `search_text.like."${quoted(foldedPattern(text))}"`;

const phoneSigns = /^\+?\d+$/;

/** Returns whether a search text may be a phone number or its beginning. */
export function mayBePhone(text: string): boolean {
  return phoneSigns.test(cleanPhone(text)) && nationalDigits(text).length >= 4;
}

/** Returns whether a search text may be a phone number, its beginning, or its last digits. */
export function mayBePartOfPhone(text: string): boolean {
  return phoneSigns.test(cleanPhone(text)) && cleanPhone(text).replace(/\D/g, '').length >= 3;
}

/** Returns the digits of a phone number without country code and leading zero, which all formats share. */
export function nationalDigits(phone: string): string {
  return cleanPhone(phone)
    .replace(/\D/g, '')
    .replace(/^(?:(?:00)?200?|0)/, '');
}

/** Returns an `or()` condition that any of these columns, which hold codes or numbers, contains a text. */
export const containsCondition = (columns: readonly string[], text: string): string =>
  columns.map((column) => `${column}.ilike."${quoted(searchPattern(text))}"`).join(',');

const quoted = (pattern: string) => pattern.replace(/[\\"]/g, (sign) => `\\${sign}`);
