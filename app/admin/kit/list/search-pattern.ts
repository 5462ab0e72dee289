import { foldedPattern } from '#app/lib/folded-text.ts';
import { cleanPhone, cleanSearch } from '#app/lib/typed-text.ts';

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

/** Returns an `or()` condition that matches a text in any of the columns, its Arabic letters in any of their forms. */
export function containsCondition(columns: readonly string[], text: string): string {
  const anyForm = foldedPattern(cleanSearch(text, longest));
  const condition =
    anyForm === undefined ? `ilike."${quoted(searchPattern(text))}"` : `imatch."${quoted(anyForm)}"`;
  return columns.map((column) => `${column}.${condition}`).join(',');
}

const quoted = (pattern: string) => pattern.replace(/[\\"]/g, (sign) => `\\${sign}`);
