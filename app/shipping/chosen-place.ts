import { isGovernorate } from '#app/addresses/governorates.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { hasStoredPlace, placeStorage } from './stored-place.ts';

/** Where a shopper wants things delivered; the city is '' where only the governorate is known. */
export interface Place {
  governorate: Enums<'governorate'>;
  city: string;
}

/** The place that somebody chose in this store's browser; null where there is none. */
export function readChosenPlace(): Place | null {
  if (!hasStoredPlace()) return null;
  try {
    const { governorate, city } = JSON.parse(placeStorage().read() ?? '{}');
    return isGovernorate(String(governorate)) ? { governorate, city: String(city ?? '').slice(0, 80) } : null;
  } catch {
    return null;
  }
}

/** Keeps a place for the pages of this store. */
export function choosePlace(place: Place): void {
  placeStorage().write(JSON.stringify(place));
}
