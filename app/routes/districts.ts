import { districtTerm } from '#app/addresses/districts.ts';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { readDistricts } from '#app/addresses/read-districts.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import type { Route } from './+types/districts.ts';

export const handle = { query: ['q', 'governorate'] } satisfies RouteHandle;

/** `/districts?q=maady&governorate=Cairo`: districts for an address field, as JSON. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const term = districtTerm(url.searchParams.get('q') ?? '');
  const governorate = url.searchParams.get('governorate') ?? '';
  const within = isGovernorate(governorate) ? governorate : null;
  return Response.json(await readDistricts(context.get(storeContext), term, within));
}
