import { useEffect, useState } from 'react';
import { errorMessage } from './error-message.ts';

/** Debounce of typing, in ms. */
const pause = 200;

/** The results for a text, or why the lookup failed; '' on success. */
type Lookup<Found> = { text: string; found: Found[]; failure: string };

/**
 * Looks up a text while it is typed; null until the current text has results.
 * @param least minimum number of characters
 * @param search must be stable between renders
 */
export function useLookup<Found>(
  text: string,
  least: number,
  search: (text: string) => Promise<Found[]>,
): Lookup<Found> | null {
  const [latest, setLatest] = useState<Lookup<Found> | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < least) return;
    let current = true;
    const timer = setTimeout(async () => {
      const result = await search(wanted).then(
        (found) => ({ text: wanted, found, failure: '' }),
        (error: unknown) => ({ text: wanted, found: [], failure: errorMessage(error) }),
      );
      if (current) setLatest(result);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted, least, search]);
  return latest?.text === wanted ? latest : null;
}
