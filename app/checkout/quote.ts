import type { CartLine } from '#app/cart/cart-line.ts';
import { type CartOffers, type QuotedOffers, quotedOffers } from '#app/cart/cart-offers.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { type CashReason, cashReasons } from '#app/lib/cash-reasons.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { toPiastres } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type Refusal, refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { type CheckoutChoices, type OrderPlace, quoteDocument } from './order-document.ts';

type Composites = Database['public']['CompositeTypes'];

type QuotedLine = Filled<
  Pick<
    Composites['quoted_line'],
    'line' | 'name' | 'quantity' | 'stock' | 'unit_price' | 'total' | 'price_was' | 'offered'
  >,
  'quantity' | 'stock' | 'unit_price' | 'total' | 'price_was'
>;

/** A delivery method: its fee for this order, and its number of working days. */
type DeliveryWay = Filled<Composites['delivery_way'], 'free_from' | 'days_from' | 'days_to'>;

/** Conditions for paying in cash, based on the person's own orders; the deposit in pounds. */
type CashDemand = Omit<Filled<Composites['cash_demand']>, 'reasons'> & { reasons: CashReason[] };

type Amounts = Filled<
  Omit<Composites['order_quote'], 'lines' | 'shipping' | 'cash' | 'problems' | 'offers' | 'nearly'>,
  'discount_code' | 'discount_kind' | 'points_balance' | 'points_usable' | 'outdone_code'
>;

/** The database's quote: current prices and problems that prevent the order. Amounts are pounds. */
export type Quote = Amounts & {
  lines: QuotedLine[];
  shipping: DeliveryWay[];
  cash: CashDemand;
  /** What offers give for the lines. */
  offers: CartOffers;
  problems: Refusal[];
};

/** Whether a problem concerns the discount code. */
export function isOfCode(code: string): boolean {
  return /^(unknown_)?discount|^too_many_codes$/.test(code);
}

/** Whether a problem concerns points: fewer are left than were chosen, or the store no longer accepts any. */
export function isOfPoints(code: string): boolean {
  return code === 'insufficient_points' || code === 'points_closed';
}

/** The latest quote, the error of a newer one, and whether one is loading. */
export interface QuoteState {
  quote: Quote | null;
  refusal: string;
  busy: boolean;
}

/** Whether the quote is current and has no problem. */
export function isOrderable({ quote, refusal, busy }: QuoteState): boolean {
  return quote !== null && !busy && refusal === '' && quote.problems.length === 0;
}

/** Parses the number of points to use; undefined for none, or more than the order accepts. */
export function chosenPoints(typed: string, usable: number): number | undefined {
  const count = typedNumber(typed);
  return Number.isInteger(count) && count >= 1 && count <= usable ? count : undefined;
}

/** Whether the chosen method delivers to the place. If not, its fee of 0 is not a price. */
export function isDelivered({ problems }: Pick<Quote, 'problems'>): boolean {
  return !problems.some(({ code }) => code === 'not_delivered_there' || code === 'shipping_method_not_there');
}

/** Working days before which an order does not arrive by a method; null if none are promised. */
export function earliestDaysOf(
  { shipping }: Pick<Quote, 'shipping'>,
  method: CheckoutChoices['shippingMethod'],
): number | null {
  const way = shipping.find((one) => one.method === method);
  if (!way) return null;
  const days = [way.days_from, way.days_to].filter((count) => count !== null);
  return days.length > 0 ? Math.min(...days) : null;
}

/** Why a free-delivery code has no effect on an order; null if it has one, and for other codes. */
export function idleCode(
  quote: Pick<Quote, 'subtotal' | 'discount_total' | 'discount_kind' | 'shipping'>,
  method: CheckoutChoices['shippingMethod'],
): 'codeFreeAlready' | 'codeNotExpress' | null {
  if (quote.discount_kind !== 'free_shipping') return null;
  if (method === 'express') return 'codeNotExpress';
  const free = quote.shipping.find((way) => way.method === 'standard')?.free_from ?? null;
  const goods = toPiastres(quote.subtotal) - toPiastres(quote.discount_total);
  return free !== null && goods >= toPiastres(free) ? 'codeFreeAlready' : null;
}

/**
 * Why the chosen method costs more than the shopper has seen: the code brings the goods below the free-delivery amount,
 * or the place has its own fees; null if it does not.
 * @param seen the lowest fee that the shopper has seen for it, in pounds
 */
export function raisedFee(
  quote: Pick<Quote, 'subtotal' | 'discount_total' | 'shipping'>,
  method: CheckoutChoices['shippingMethod'],
  seen: number,
): 'feeRaisedByCode' | 'feeRaisedByPlace' | null {
  const way = quote.shipping.find((one) => one.method === method);
  if (!way || way.fee === 0) return null;
  if (way.free_from !== null && quote.discount_total > 0 && quote.subtotal >= way.free_from)
    return 'feeRaisedByCode';
  return way.fee > seen ? 'feeRaisedByPlace' : null;
}

/** Removes choices that the quote refuses: an invalid code, or points that are spent. */
export function withoutRefused(choices: CheckoutChoices, quote: Quote): CheckoutChoices {
  const { problems, points_balance } = quote;
  const refused: Partial<CheckoutChoices> = {
    ...(problems.some(({ code }) => isOfCode(code)) ? { discountCode: '' } : {}),
    ...(problems.some(({ code }) => isOfPoints(code))
      ? { points: Math.min(choices.points, points_balance ?? 0) }
      : {}),
  };
  return Object.keys(refused).length > 0 ? { ...choices, ...refused } : choices;
}

/**
 * Requests a quote for a cart and its destination, if known; writes nothing.
 * @throws BackendError when the store cannot be reached or refuses the document
 */
export async function quoteOrder(
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  place: OrderPlace | null,
): Promise<Quote> {
  const supabase = await loadSupabase();
  const document = quoteDocument(pageTenant(), lines, choices, place);
  const { cash, problems, offers, nearly, ...quote } = dataOf(
    await supabase.rpc('quote_order', { p_order: document }),
  ) as Filled<Composites['order_quote']>;
  return {
    ...(quote as Omit<Quote, 'cash' | 'problems' | 'offers'>),
    offers: quotedOffers({ offers, nearly } as QuotedOffers),
    cash: { ...(cash as Filled<typeof cash>), reasons: cashReasons(cash.reasons ?? []) },
    problems: problems.map((problem) => ({ ...problem, message: refusalText(problem) })),
  };
}
