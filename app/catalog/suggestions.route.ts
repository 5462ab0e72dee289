import { storefrontContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import type { Route } from './+types/suggestions.route.ts';
import { readSuggestions } from './data/read-suggestions.ts';
import { type Suggestions, shortestTerm, suggestionTerm } from './suggestions/suggestions.ts';

export const handle = { query: ['q'] } satisfies RouteHandle;

/** Answers the search field while somebody types, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const term = suggestionTerm(new URL(request.url).searchParams.get('q') ?? '');
  const none: Suggestions = { entries: [], corrected: '' };
  const found =
    term.length < shortestTerm ? none : await readSuggestions(context.get(storefrontContext), term);
  return Response.json(found);
}
