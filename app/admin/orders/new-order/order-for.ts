import { z } from 'zod';
import type { Address, AddressInput } from '#app/addresses/address-form.ts';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import type { Json } from '#app/lib/database.types.ts';
import { toPounds } from '#app/lib/money.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';
import type { PickedLine } from '../lines/line-picker.tsx';

type Key =
  | 'tooLong'
  | 'badAmount'
  | 'badPhone'
  | 'badEmail'
  | 'nameMissing'
  | 'phoneMissing'
  | 'reasonMissing';
const message = (key: Key) => () => adminNewOrderTexts()(key);

export const channels = ['phone', 'chat', 'counter'] as const;
export const shippingMethods = ['standard', 'express'] as const;

const isMobile = (phone: string) => /^(\+20|0020|0)1[0125]\d{8}$/.test(phone);
const isEmail = (email: string) => z.email().safeParse(email).success;

/** Schema of an order placed by staff, apart from its lines and address. */
export const orderForForm = z
  .object({
    channel: z.enum(channels),
    /** Id of an account; '' for a customer without one. */
    customerId: z.string(),
    name: limitedText(120, message('tooLong')),
    phone: z
      .string()
      .transform(cleanPhone)
      .refine((phone) => phone === '' || isMobile(phone), { error: message('badPhone') }),
    email: limitedText(320, message('tooLong')).refine((email) => email === '' || isEmail(email), {
      error: message('badEmail'),
    }),
    shippingMethod: z.enum(shippingMethods),
    paymentMethod: z.enum(['cash_on_delivery', 'bank_transfer', 'online']),
    /** Reason for overruling the rule that asks for a payment before a cash order; '' to apply it. */
    cashOverruled: limitedText(500, message('tooLong')),
    code: limitedText(40, message('tooLong')),
    discount: amountText(message('badAmount'), { optional: true }),
    discountReason: limitedText(500, message('tooLong')),
    note: limitedText(1000, message('tooLong')),
    gift: z.boolean(),
    giftMessage: limitedText(300, message('tooLong')),
    hidePrices: z.boolean(),
  })
  .refine(({ customerId, name }) => customerId !== '' || name !== '', {
    error: message('nameMissing'),
    path: ['name'],
  })
  .refine(({ customerId, phone, email }) => customerId !== '' || phone !== '' || email !== '', {
    error: message('phoneMissing'),
    path: ['phone'],
  })
  .refine(({ discount, discountReason }) => Number(discount) === 0 || discountReason !== '', {
    error: message('reasonMissing'),
    path: ['discountReason'],
  });

export type OrderForInput = z.input<typeof orderForForm>;
export type OrderFor = z.output<typeof orderForForm>;

export type Priced = Pick<OrderFor, 'shippingMethod' | 'code' | 'gift' | 'customerId' | 'phone' | 'email'>;

/** The parts of an address that determine the delivery fee. */
type Place = Pick<Partial<AddressInput>, 'governorate' | 'city'>;

/** What can prove an account as far as it is typed; a changing price per keystroke would say nothing. */
function provable(phone: string, email: string): { phone?: string; email?: string } {
  const [number, address] = [cleanPhone(phone), email.trim()];
  return { ...(isMobile(number) && { phone: number }), ...(isEmail(address) && { email: address }) };
}

/** The argument of `quote_order`, which prices the order for the customer: offers and limits depend on who buys. */
export function quoteForDocument(
  tenantId: string,
  lines: readonly PickedLine[],
  { shippingMethod, code, gift, customerId, phone, email }: Priced,
  { governorate, city = '' }: Place,
): { [key: string]: Json } {
  return {
    tenant_id: tenantId,
    lines: lines.map(({ id, quantity }) => ({ variant_id: id, quantity })),
    shipping_method: shippingMethod,
    customer: customerId ? { user_id: customerId } : provable(phone, email),
    ...(code ? { discount_code: code } : {}),
    ...(gift ? { gift: {} } : {}),
    ...(governorate ? { address: { governorate, city } } : {}),
  };
}

/** The argument of `place_order_for`. */
export function orderForDocument(
  tenantId: string,
  {
    lines,
    address,
    key,
    total,
    ...order
  }: OrderFor & {
    lines: readonly PickedLine[];
    address: Address;
    key: string;
    /** The price that staff saw, in piastres; a different current price is refused. */
    total: number | null;
  },
): { [key: string]: Json } {
  const { customerId, name, phone, email, discount, discountReason } = order;
  return {
    ...quoteForDocument(tenantId, lines, order, address),
    idempotency_key: key,
    channel: order.channel,
    customer: customerId ? { user_id: customerId } : { name, phone, email },
    address,
    payment_method: order.paymentMethod,
    ...(order.paymentMethod === 'cash_on_delivery' && order.cashOverruled
      ? { cash_overruled: order.cashOverruled }
      : {}),
    ...(Number(discount) > 0
      ? { manual_discount: { amount: Number(discount), reason: discountReason } }
      : {}),
    ...(order.note ? { note: order.note } : {}),
    ...(order.gift ? { gift: { message: order.giftMessage, hide_prices: order.hidePrices } } : {}),
    ...(total === null ? {} : { expected_total: toPounds(total) }),
  };
}
