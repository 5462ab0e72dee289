import { useEffect, useState } from 'react';
import { errorMessage } from './error-message.ts';

/** Milliseconds of silence after which a typed text is looked up. */
const pause = 200;

/** What a lookup found for a text, or why it failed; '' on success. */
type Lookup<Found> = { text: string; found: Found[]; failure: string };

/**
 * Looks a text up as somebody types; null while nothing has come for the text as it stands.
 * @param least how many characters a text needs
 * @param search stays the same function between renders
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
