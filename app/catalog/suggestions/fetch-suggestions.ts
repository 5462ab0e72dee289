import { type Suggestions, shortestTerm, suggestionsPath, suggestionTerm } from './suggestions.ts';

const known = new Map<string, Suggestions>();
const mostKnown = 100;

/**
 * The suggestions for what was typed; asked once a term. Suggestions are a kindness: when they cannot be had there are
 * none, and the search itself says what is wrong.
 */
export async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestions> {
  const term = suggestionTerm(typed).toLowerCase();
  const none = { entries: [], corrected: '' };
  if (term.length < shortestTerm) return none;
  const before = known.get(term);
  if (before) return before;
  try {
    const answer = await fetch(`${suggestionsPath}?q=${encodeURIComponent(term)}`, { signal });
    if (!answer.ok) return none;
    const found: Suggestions = await answer.json();
    if (known.size >= mostKnown) known.clear();
    known.set(term, found);
    return found;
  } catch {
    return none;
  }
}
