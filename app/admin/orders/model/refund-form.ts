import { z } from 'zod';
import { formatMoney } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { Constants } from '#app/lib/database.types.ts';
import { toPiastres } from '#app/lib/money.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';
import { leftOfLine } from './balance.ts';

const translate = () => adminMoneyTexts();

/** Ways that staff choose from; what an exchange moves to its order follows from it. */
export const refundWays = Constants.public.Enums.refund_way.filter((way) => way !== 'exchange');

type Refundable = {
  charged: number;
  shipping_total: number;
  shipping_difference: number;
  shipping_credited: number;
  order_lines: readonly { id: string; net: number | null; credited: number }[];
};

/** Schema of an optional amount in pounds, limited to an amount in piastres. */
const upTo = (limit: number) =>
  amountText(() => translate()('badAmount'), { optional: true }).pipe(
    z.string().refine((typed) => typed === '' || toPiastres(typed) <= limit, {
      error: () => translate()('tooMuch', { amount: formatMoney(limit) }),
    }),
  );

/** Returns the maximum refund of an order, in piastres. */
export function refundLimits(order: Refundable) {
  return {
    lines: Object.fromEntries(order.order_lines.map((line) => [line.id, leftOfLine(line)])),
    shipping:
      toPiastres(order.shipping_total) +
      toPiastres(order.shipping_difference) -
      toPiastres(order.shipping_credited),
    goodwill: toPiastres(order.charged),
  };
}

/** Returns the schema of an order's refund form. */
export function refundForm(order: Refundable) {
  const limits = refundLimits(order);
  return z
    .object({
      lines: z.object(
        Object.fromEntries(Object.entries(limits.lines).map(([id, limit]) => [id, upTo(limit)])),
      ),
      shipping: upTo(limits.shipping),
      goodwill: upTo(limits.goodwill),
      way: z.enum(['', ...refundWays]),
      reason: limitedText(500, () => translate()('tooLong')),
    })
    .refine((form) => refundSum(form) > 0, {
      error: () => translate()('nothingChosen'),
      path: ['goodwill'],
    });
}

export type RefundForm = {
  lines: Record<string, string>;
  shipping: string;
  goodwill: string;
  way: '' | (typeof refundWays)[number];
  reason: string;
};

const piastresOf = (typed: string): number => {
  const amount = amountText(() => '', { optional: true }).safeParse(typed);
  return amount.success && amount.data !== '' ? toPiastres(amount.data) : 0;
};

/** Returns the sum of a refund, in piastres; invalid amounts count as 0. */
export function refundSum({
  lines,
  shipping,
  goodwill,
}: Pick<RefundForm, 'lines' | 'shipping' | 'goodwill'>): number {
  return [...Object.values(lines), shipping, goodwill].reduce((sum, typed) => sum + piastresOf(typed), 0);
}
