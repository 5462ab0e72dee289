import { linesFromAddress, type QuotedOffers } from '#app/cart/cart-offers.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { storeContext } from '#app/lib/context.ts';
import type { Filled } from '#app/lib/filled.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import type { Route } from './+types/offers.ts';

export const handle = { query: ['lines'], live: true } satisfies RouteHandle;

/** How long an answer stays valid, in ms: offers begin, end and are used up. */
const VALID_FOR = 30_000;

const none: QuotedOffers = { lines: [], offers: [], nearly: [] };

/**
 * `/cart/offers?lines=product.variant.2,…`: what offers give everybody for a cart, as JSON; 400 without a line that can
 * be read.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const lines = linesFromAddress(url.searchParams.get('lines') ?? '');
  if (lines.length === 0) return Response.json(null, { status: 400 });
  store.tag('listing');
  store.freshUntil(Date.now() + VALID_FOR);
  const document = { tenant_id: store.tenantId, lines };
  const answer = await store.supabase.rpc('quote_order', { p_order: document });
  // A cart that cannot be priced at all has no offers; the checkout says why.
  if (answer.error?.code === 'P0001') return Response.json(none);
  const quote = dataOf(answer, 'Failed to price a cart');
  const { lines: quoted, offers, nearly } = quote as Filled<typeof quote> as QuotedOffers;
  return Response.json({
    lines: quoted.map(({ offered }) => ({ offered })),
    offers,
    nearly,
  } satisfies QuotedOffers);
}
