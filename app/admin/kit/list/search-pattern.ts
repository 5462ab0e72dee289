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

/** Returns an `or()` condition that matches a text in any of the columns. */
export function containsCondition(columns: readonly string[], text: string): string {
  const quoted = searchPattern(text).replace(/[\\"]/g, (sign) => `\\${sign}`);
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',');
}
