import { type District, districtsPath, districtTerm } from './districts.ts';

const cache = new Map<string, District[]>();
const maxCached = 200;

/**
 * Finds districts by a name or its beginning, first in a governorate, '' for all. None where the store cannot be reached:
 * a place can always be typed.
 */
export async function findDistricts(typed: string, governorate: string): Promise<District[]> {
  const query = new URLSearchParams({ q: districtTerm(typed).toLowerCase(), governorate });
  const cached = cache.get(query.toString());
  if (cached) return cached;
  try {
    const answer = await fetch(`${districtsPath}?${query}`);
    if (!answer.ok) return [];
    const districts: District[] = await answer.json();
    if (cache.size >= maxCached) cache.clear();
    cache.set(query.toString(), districts);
    return districts;
  } catch {
    return [];
  }
}
