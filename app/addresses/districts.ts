import type { Enums } from '#app/lib/database.types.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';

/** A district, city or center that an address can name. */
export interface District {
  id: string;
  governorate: Enums<'governorate'>;
  /** Names in Latin and Arabic script. */
  name: string;
  nameAr: string;
  /** Whether the search term is exactly its name, ignoring spelling variants. */
  isExact: boolean;
}

/** Endpoint for districts. `q` is a name or prefix; results from `governorate` come first. */
export const districtsPath = '/districts';

/** Normalizes a typed district: printable characters on one line, at most 80. */
export const districtTerm = (typed: string): string => cleanSearch(typed, 80);

/** A district's name in the script that was typed; in the page's language if no letter was typed. */
export function nameTypedAs({ name, nameAr }: District, typed: string, language: string): string {
  const [letter] = /\p{L}/u.exec(typed) ?? [];
  const isArabic = letter === undefined ? language === 'ar' : /\p{Script=Arabic}/u.test(letter);
  return isArabic ? nameAr : name;
}

/** The districts with exactly the typed name, if none of them is in the given governorate. */
export function districtsElsewhere(found: readonly District[], governorate: string): District[] {
  const exact = found.filter(({ isExact }) => isExact);
  return exact.some((district) => district.governorate === governorate) ? [] : exact;
}
