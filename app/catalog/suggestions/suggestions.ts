import { cleanSearch } from '#app/lib/typed-text.ts';
/** A suggested product or category. Prices are pounds; categories have none. */
export interface Suggestion {
  kind: 'category' | 'product';
  id: string;
  /** The part of its page's path that names it. */
  slug: string;
  label: string;
  image: string;
  price: number | null;
  /** True when other variants cost more. */
  from: boolean;
  originalPrice: number | null;
}

export interface Suggestions {
  entries: Suggestion[];
  /** The corrected search term, or ''. */
  corrected: string;
}

/** Endpoint of the suggestions; the term goes into `q`. */
export const suggestionsPath = '/search/suggestions';

/** Shorter terms match too much and are not looked up. */
export const shortestTerm = 2;

/** Normalizes a term: printable characters on one line, at most 100. */
export function suggestionTerm(typed: string): string {
  return cleanSearch(typed, 100);
}
