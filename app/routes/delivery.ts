import { districtTerm } from '#app/addresses/districts.ts';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { readDeliveryOptions } from '#app/shipping/read-delivery-options.ts';
import type { Route } from './+types/delivery.ts';

export const handle = { query: ['governorate', 'city', 'subtotal'], live: true } satisfies RouteHandle;

const mostPounds = 10_000_000;

/** `/delivery?governorate=Cairo&city=Maadi&subtotal=250`: how goods of so many pounds get there, as JSON; 400 without a governorate. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = (name: string) => url.searchParams.get(name) ?? '';
  const governorate = text('governorate');
  const subtotal = Number(text('subtotal'));
  if (!isGovernorate(governorate) || !(subtotal >= 0 && subtotal <= mostPounds))
    return Response.json(null, { status: 400 });
  const place = { governorate, city: districtTerm(text('city')) };
  return Response.json(await readDeliveryOptions(context.get(storeContext), place, subtotal));
}
