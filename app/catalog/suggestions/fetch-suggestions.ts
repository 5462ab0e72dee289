import { type Suggestions, shortestTerm, suggestionsPath, suggestionTerm } from './suggestions.ts';

const known = new Map<string, Suggestions>();
const mostKnown = 100;

/**
 * The suggestions for what was typed; asked once a term. Suggestions are a kindness: null where they cannot be had, or the
 * term is too short, and the search itself says what is wrong.
 */
export async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestions | null> {
  const term = suggestionTerm(typed).toLowerCase();
  if (term.length < shortestTerm) return null;
  const before = known.get(term);
  if (before) return before;
  try {
    const answer = await fetch(`${suggestionsPath}?q=${encodeURIComponent(term)}`, { signal });
    if (!answer.ok) return null;
    const found: Suggestions = await answer.json();
    if (known.size >= mostKnown) known.clear();
    known.set(term, found);
    return found;
  } catch {
    return null;
  }
}
