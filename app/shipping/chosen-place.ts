import { isGovernorate } from '#app/addresses/governorates.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { hasStoredPlace, placeStorage } from './stored-place.ts';

/** A shopper's delivery place; the city is '' if only the governorate is known. */
export interface Place {
  governorate: Enums<'governorate'>;
  city: string;
}

/** The place chosen in this browser for this store; null if there is none. */
export function readChosenPlace(): Place | null {
  if (!hasStoredPlace()) return null;
  try {
    const { governorate, city } = JSON.parse(placeStorage().read() ?? '{}');
    return isGovernorate(String(governorate)) ? { governorate, city: String(city ?? '').slice(0, 80) } : null;
  } catch {
    return null;
  }
}

/** Stores a place for this store's pages. */
export function choosePlace(place: Place): void {
  placeStorage().write(JSON.stringify(place));
}
