import { readSuggestions } from '#app/catalog/data/read-suggestions.ts';
import { type Suggestions, shortestTerm, suggestionTerm } from '#app/catalog/suggestions/suggestions.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import type { Route } from './+types/suggestions.ts';

export const handle = { query: ['q'] } satisfies RouteHandle;

/** Suggestions for the search field, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const term = suggestionTerm(new URL(request.url).searchParams.get('q') ?? '');
  const none: Suggestions = { entries: [], corrected: '' };
  const suggestions =
    term.length < shortestTerm ? none : await readSuggestions(context.get(storeContext), term);
  return Response.json(suggestions);
}
