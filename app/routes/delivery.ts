import { districtTerm } from '#app/addresses/districts.ts';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { readDeliveryOptions } from '#app/shipping/delivery-options.ts';
import type { Route } from './+types/delivery.ts';

export const handle = {
  query: ['governorate', 'city', 'subtotal', 'grams'],
  live: true,
} satisfies RouteHandle;

/** Maximum of pounds and of grams. */
const MOST = 10_000_000;

/**
 * `/delivery?governorate=Cairo&city=Maadi&subtotal=250&grams=800`: the delivery methods for goods of this price and
 * weight, as JSON; 400 without a governorate, and for invalid numbers.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = (name: string) => url.searchParams.get(name) ?? '';
  const governorate = text('governorate');
  const subtotal = Number(text('subtotal'));
  const grams = Number(text('grams'));
  const isValid = [subtotal, grams].every((number) => number >= 0 && number <= MOST);
  if (!isGovernorate(governorate) || !isValid || !Number.isInteger(grams))
    return Response.json(null, { status: 400 });
  const place = { governorate, city: districtTerm(text('city')) };
  return Response.json(await readDeliveryOptions(context.get(storeContext), place, { subtotal, grams }));
}
