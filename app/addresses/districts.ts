import type { Enums } from '#app/lib/database.types.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';

/** A district of a city, a city or a centre, as addresses name it. */
export interface District {
  id: string;
  governorate: Enums<'governorate'>;
  /** Its name in either script. */
  name: string;
  nameAr: string;
  /** It is called just so, however its letters are written. */
  isExact: boolean;
}

/** Endpoint of the districts: `q` is a name or its beginning, `governorate` where it is looked for first. */
export const districtsPath = '/districts';

/** Normalises what somebody typed as a district: printable characters on one line, at most 80. */
export const districtTerm = (typed: string): string => cleanSearch(typed, 80);

/**
 * The name of a district in the script that somebody types, or in a language where they have not typed a letter.
 */
export function nameTypedAs({ name, nameAr }: District, typed: string, language: string): string {
  const [letter] = /\p{L}/u.exec(typed) ?? [];
  const isArabic = letter === undefined ? language === 'ar' : /\p{Script=Arabic}/u.test(letter);
  return isArabic ? nameAr : name;
}

/** The districts that are called as an address says its city, where none of them is in its governorate. */
export function districtsElsewhere(found: readonly District[], governorate: string): District[] {
  const exact = found.filter(({ isExact }) => isExact);
  return exact.some((district) => district.governorate === governorate) ? [] : exact;
}
