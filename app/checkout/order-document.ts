import { type CartLine, isOwnGarment } from '#app/cart/cart-line.ts';
import type { Json } from '#app/lib/database.types.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import type { PaymentMethod } from '#app/store/payment-options.ts';

export type ShippingMethod = 'standard' | 'express';

/** The shopper's choices at checkout, besides the cart. */
export interface CheckoutChoices {
  shippingMethod: ShippingMethod;
  discountCode: string;
  points: number;
  /** Store credit pays as much of the order as it can. */
  storeCredit: boolean;
  /** Whether the order is wrapped as a gift. */
  gift: boolean;
}

/** The order's destination, as far as delivery depends on it: a saved address, or the typed place of a new one. */
export type OrderPlace = { id: string } | { governorate: string; city: string };

/** Data of a placed order beyond its quote. Amounts are pounds. */
export interface OrderDetails {
  /** Idempotency key of this attempt; a repeated call returns the same order. */
  idempotencyKey: string;
  address: { id: string } | { given: Record<string, string> };
  paymentMethod: PaymentMethod;
  slot: { id: string; day: string } | null;
  note: string;
  /** The text of a gift's card, and whether its packing slip has no prices. */
  giftCard: { message: string; hidePrices: boolean };
  /** The total shown to the shopper; the database refuses a different one. */
  expectedTotal: number;
}

function documentLine(line: CartLine): { [key: string]: Json | undefined } {
  const { product, quantity, selectedColor, selectedSize, selected_type, selectedOptions, variantId } = line;
  const { customizationId, design, preview } = line;
  return {
    ...(isOwnGarment(line) ? {} : { product_id: product.id }),
    quantity,
    price: product.price,
    ...(selectedColor ? { color: selectedColor } : {}),
    ...(selectedSize ? { size: selectedSize } : {}),
    ...(selected_type ? { type: selected_type } : {}),
    // The database identifies further options by the variant.
    ...(selectedOptions && variantId ? { variant_id: variantId } : {}),
    ...(customizationId ? { customization_id: customizationId } : {}),
    ...(design ? { design, ...(preview ? { preview } : {}) } : {}),
  };
}

/** The argument of `quote_order`. */
export function quoteDocument(
  tenantId: string,
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  place: OrderPlace | null,
): { [key: string]: Json } {
  return {
    tenant_id: tenantId,
    lines: lines.map(documentLine),
    shipping_method: choices.shippingMethod,
    ...(place && ('id' in place ? { address_id: place.id } : { address: place })),
    ...(choices.discountCode ? { discount_code: choices.discountCode } : {}),
    ...(choices.points > 0 ? { points: choices.points } : {}),
    ...(choices.storeCredit ? { store_credit: true } : {}),
    ...(choices.gift ? { gift: {} } : {}),
  };
}

/** The argument of `place_order`. */
export function orderDocument(
  tenantId: string,
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  finish: OrderDetails,
): { [key: string]: Json } {
  const { address, slot, giftCard } = finish;
  const note = cleanText(finish.note);
  return {
    ...quoteDocument(tenantId, lines, choices, null),
    idempotency_key: finish.idempotencyKey,
    payment_method: finish.paymentMethod,
    expected_total: finish.expectedTotal,
    ...('id' in address ? { address_id: address.id } : { address: address.given }),
    ...(slot ? { slot_id: slot.id, slot_date: slot.day } : {}),
    ...(note ? { note } : {}),
    ...(choices.gift
      ? { gift: { message: cleanText(giftCard.message), hide_prices: giftCard.hidePrices } }
      : {}),
  };
}
