/** One thing that somebody may be looking for. Prices are pounds; categories have none. */
export interface Suggestion {
  kind: 'category' | 'product';
  id: string;
  label: string;
  image: string;
  price: number | null;
  originalPrice: number | null;
}

/** What the store suggests for what was typed. */
export interface Suggestions {
  entries: Suggestion[];
  /** The words that were looked for instead of misspelt ones, or ''. */
  corrected: string;
}

/** Where suggestions are read from; the term goes into `q`. */
export const suggestionsPath = '/search/suggestions';

/** Shorter terms are not looked up: they mean everything. */
export const shortestTerm = 2;

/** A term as it is looked up: printable, in one line, at most 100 characters. */
export function suggestionTerm(typed: string): string {
  return typed
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .trim();
}
