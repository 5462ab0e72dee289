import { z } from 'zod';
import type { CartLine } from '#app/cart/cart-line.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { toPiastres } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { type CheckoutChoices, type OrderPlace, quoteDocument } from './order-document.ts';

const problem = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    line: z.number().nullish(),
    available: z.number().nullish(),
  })
  .transform((refusal) => ({ ...refusal, message: refusalText(refusal) }));

const quoteSchema = z.object({
  lines: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      quantity: z.number().nullable(),
      stock: z.number().nullable(),
      unit_price: z.number().nullable(),
      total: z.number().nullable(),
      price_was: z.number().nullable(),
    }),
  ),
  subtotal: z.number(),
  discount_code: z.string().nullable(),
  discount_kind: z.string().nullish(),
  discount_total: z.number(),
  shipping_total: z.number(),
  /** The ways to the address: what each costs for this order, and how many working days it takes. */
  shipping: z.array(
    z.object({
      method: z.enum(['standard', 'express']),
      fee: z.number(),
      free_from: z.number().nullable(),
      days_from: z.number().nullable(),
      days_to: z.number().nullable(),
      cash_allowed: z.boolean(),
    }),
  ),
  points_balance: z.number().nullable(),
  points_used: z.number(),
  points_value: z.number(),
  points_earned: z.number(),
  total: z.number(),
  store_credit_balance: z.number().nullish(),
  /** What store credit pays of the total. */
  store_credit: z.number(),
  /** What paying in cash asks for, as far as the person's own orders say it. */
  cash: z
    .object({
      requirement: z.enum(['none', 'confirm', 'deposit', 'pay_before']),
      reasons: z.array(
        z.looseObject({
          rule: z.enum([
            'first_order',
            'amount',
            'refusals',
            'contact',
            'governorate',
            'zone',
            'unpaid_orders',
          ]),
        }),
      ),
      hours: z.number(),
      /** Pounds that are paid before. */
      deposit: z.number(),
    })
    .nullish(),
  problems: z.array(problem),
});

/** The database's quote: current prices and problems that prevent the order. Amounts are pounds. */
export type Quote = z.infer<typeof quoteSchema>;

/** Whether a problem concerns the discount code. */
export function isOfCode(code: string): boolean {
  return /^(unknown_)?discount|^too_many_codes$/.test(code);
}

/** Whether a problem concerns points: fewer are left than were chosen, or the store takes none any more. */
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

/** How many of the shopper's points the quote's goods take; `pointValue` in pounds. */
export function usablePoints(
  quote: Pick<Quote, 'points_balance' | 'subtotal' | 'discount_total'>,
  pointValue: number,
): number {
  const goods = toPiastres(quote.subtotal) - toPiastres(quote.discount_total);
  return Math.min(quote.points_balance ?? 0, Math.floor(goods / toPiastres(pointValue)));
}

/** How many points somebody typed to use; undefined for none, and for more than the order takes. */
export function chosenPoints(typed: string, usable: number): number | undefined {
  const count = typedNumber(typed);
  return Number.isInteger(count) && count >= 1 && count <= usable ? count : undefined;
}

/** Whether the order can be delivered to its place in the chosen way; where it cannot, the 0 of its fee is no price. */
export function isDelivered({ problems }: Pick<Quote, 'problems'>): boolean {
  return !problems.some(({ code }) => code === 'not_delivered_there' || code === 'shipping_method_not_there');
}

/** The working days before which an order does not arrive by a method; null where none are promised. */
export function earliestDaysOf(
  { shipping }: Pick<Quote, 'shipping'>,
  method: CheckoutChoices['shippingMethod'],
): number | null {
  const way = shipping.find((one) => one.method === method);
  if (!way) return null;
  const days = [way.days_from, way.days_to].filter((count) => count !== null);
  return days.length > 0 ? Math.min(...days) : null;
}

/** Why a code for free delivery changes nothing of an order; null where it does, and for other codes. */
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
 * Why the chosen way costs more than the shopper has seen: the code brings the goods under the amount from which it is
 * free, or the place has fees of its own; null where it does not.
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

/** Removes choices that the quote refuses: an invalid code, points that are spent. */
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
 * Requests a quote for a cart that goes to a place, if that is known; writes nothing.
 * @throws BackendError when the store cannot be reached or refuses the document
 */
export async function quoteOrder(
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  place: OrderPlace | null,
): Promise<Quote> {
  const supabase = await loadSupabase();
  const document = quoteDocument(pageTenant(), lines, choices, place);
  const answer = await supabase.rpc('quote_order', { p_order: document });
  const parsed = quoteSchema.safeParse(dataOf(answer));
  if (!parsed.success) throw new BackendError({ message: 'The store gave an answer that cannot be read.' });
  return parsed.data;
}
