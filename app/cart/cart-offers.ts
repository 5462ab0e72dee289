import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { toPiastres } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import type { CartLine } from './cart-line.ts';

type Composites = Database['public']['CompositeTypes'];

/** The part of a quote that concerns offers, as the database returns it. Amounts are pounds. */
export interface QuotedOffers {
  lines: Pick<Filled<Composites['quoted_line']>, 'offered'>[];
  offers: Filled<Composites['quoted_offer']>[];
  nearly: Filled<Composites['nearly_offer']>[];
}

/** What offers give for a cart, in piastres, with names in the page's language. */
export interface CartOffers {
  /** The offers that apply; those that take nothing off make delivery free. */
  applied: readonly { id: string; name: string; amount: number }[];
  /** Offers that the cart begins to meet, with what it lacks. */
  nearly: readonly { id: string; name: string; pieces: number; amount: number }[];
}

/** The offers of a cart with what they take off each line, by its place. */
export interface PricedCart extends CartOffers {
  byLine: readonly number[];
}

/** A line of a cart in an address: its product, its variant if it has one, and its quantity. */
const lineInAddress = /^([0-9a-f-]{36})\.([0-9a-f-]{36})?\.([1-9]\d{0,2})$/;

/** Lines with a design are priced at checkout: their price depends on it. */
const isQuoted = (line: CartLine) => !line.customizationId && !line.design;

/** Lines of `quote_order` from an address; those that cannot be read are left out. */
export function linesFromAddress(text: string) {
  return text
    .split(',')
    .slice(0, 100)
    .flatMap((part) => {
      const [, product_id, variant_id, quantity] = lineInAddress.exec(part) ?? [];
      return product_id
        ? [{ product_id, ...(variant_id ? { variant_id } : {}), quantity: Number(quantity) }]
        : [];
    });
}

const addressOf = (lines: readonly CartLine[]) =>
  lines.map(({ product, variantId, quantity }) => `${product.id}.${variantId ?? ''}.${quantity}`).join(',');

/** The offers of a quote, in piastres and in the page's language. */
export function quotedOffers({ offers, nearly }: Pick<QuotedOffers, 'offers' | 'nearly'>): CartOffers {
  return {
    applied: offers.map((offer) => {
      const { offer_id: id, name, amount } = translatedRow(offer);
      return { id, name, amount: toPiastres(amount) };
    }),
    nearly: nearly.map((offer) => {
      const { offer_id: id, name, missing_pieces: pieces, missing_amount: amount } = translatedRow(offer);
      return { id, name, pieces, amount: toPiastres(amount) };
    }),
  };
}

/** A quote's offers as those of a cart, of which it leaves lines out. */
export function pricedCart(lines: readonly CartLine[], quote: QuotedOffers): PricedCart {
  const amounts = quote.lines.map(({ offered }) => toPiastres(offered));
  return {
    ...quotedOffers(quote),
    byLine: lines.map((line) => (isQuoted(line) ? (amounts.shift() ?? 0) : 0)),
  };
}

/**
 * Reads what offers give for a cart: for somebody signed in by their own quote, and otherwise from the store, without
 * the backend's client.
 * @throws Error when the store cannot be reached or does not answer
 */
export async function readCartOffers(lines: readonly CartLine[], signal: AbortSignal): Promise<PricedCart> {
  const quoted = lines.filter(isQuoted);
  if (quoted.length === 0) return { byLine: lines.map(() => 0), applied: [], nearly: [] };
  const address = addressOf(quoted);
  return pricedCart(lines, hasStoredSession() ? await ownQuote(address) : await storeQuote(address, signal));
}

async function storeQuote(lines: string, signal: AbortSignal): Promise<QuotedOffers> {
  const response = await fetch(pathInPageLanguage(`/cart/offers?lines=${lines}`), { signal });
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return (await response.json()) as QuotedOffers;
}

async function ownQuote(lines: string): Promise<QuotedOffers> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('quote_order', {
    p_order: { tenant_id: pageTenant(), lines: linesFromAddress(lines) },
  });
  if (error) throw error;
  return data as Filled<typeof data> as QuotedOffers;
}
