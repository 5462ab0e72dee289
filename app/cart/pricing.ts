import { toPiastres } from '#app/lib/money.ts';

/** A store's price rules. Amounts are integer piastres. */
export interface PriceRules {
  /** From these goods on, standard shipping is free; null when it never is. */
  freeShippingFrom: number | null;
  standardFee: number;
  expressFee: number;
  textPrint: number;
  imagePrint: number;
  garmentPrices: Readonly<Record<string, number>>;
  /** Null where the store has no points. */
  points: PointRules | null;
}

export interface PointRules {
  /** Piastres one point takes off. */
  value: number;
  /** Points for each pound paid for goods, in hundredths. */
  earnRate: number;
}

/** What is printed on a garment. */
export interface Prints {
  garment: string;
  texts: number;
  images: number;
}

/** Percent is in hundredths of a percent, a fixed value in piastres. */
export type PriceDiscount =
  | { kind: 'percent'; value: number }
  | { kind: 'fixed'; value: number }
  | { kind: 'free_shipping' };

export interface PricedCart {
  lines: readonly { unit: number; quantity: number }[];
  discount: PriceDiscount | null;
  shippingMethod: 'standard' | 'express';
  /** Points the shopper wants to use, no more than they have. */
  points: number;
}

/** Amounts are integer piastres. */
export interface OrderTotals {
  subtotal: number;
  discount: number;
  shipping: number;
  pointsUsed: number;
  pointsValue: number;
  pointsEarned: number;
  total: number;
}

/** The groups of a settings row that prices depend on. Amounts are pounds. */
export interface PriceSettings {
  shipping: { freeShippingThreshold?: number | null; defaultShippingFee: number; expressShippingFee: number };
  customization: {
    textPrice: number;
    imagePrice: number;
    baseProductPrices: Readonly<Record<string, number>>;
  };
  points: { enabled: boolean; earnRate: number; pointValue: number };
}

/** The price rules in a settings row. */
export function priceRules({ shipping, customization, points }: PriceSettings): PriceRules {
  const threshold = shipping.freeShippingThreshold ?? null;
  const garments = Object.entries(customization.baseProductPrices);
  return {
    freeShippingFrom: threshold === null ? null : toPiastres(threshold),
    standardFee: toPiastres(shipping.defaultShippingFee),
    expressFee: toPiastres(shipping.expressShippingFee),
    textPrint: toPiastres(customization.textPrice),
    imagePrint: toPiastres(customization.imagePrice),
    garmentPrices: Object.fromEntries(garments.map(([garment, price]) => [garment, toPiastres(price)])),
    points: points.enabled
      ? { value: toPiastres(points.pointValue), earnRate: toPiastres(points.earnRate) }
      : null,
  };
}

/**
 * What one piece costs, in piastres: the product's price, or the garment's base price when there is no product, and
 * each printed text and image (spec section 9). Null when the store does not price the garment.
 */
export function unitPrice(
  product: number | null,
  prints: Prints | null,
  rules: Pick<PriceRules, 'textPrint' | 'imagePrint' | 'garmentPrices'>,
): number | null {
  if (!prints) return product;
  const base =
    product ??
    (Object.hasOwn(rules.garmentPrices, prints.garment) ? rules.garmentPrices[prints.garment] : undefined);
  if (base === undefined) return null;
  return base + rules.textPrint * prints.texts + rules.imagePrint * prints.images;
}

/**
 * What an order costs. The database decides with the same rules (`private.price_order`): a percentage is rounded half up,
 * a fixed discount never exceeds the subtotal, standard shipping is free from the threshold counted after the
 * discount or by a code, express always has its fee, points pay for goods and only whole points are used.
 */
export function orderTotals(cart: PricedCart, rules: PriceRules): OrderTotals {
  const subtotal = cart.lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0);
  const discount = discountOf(subtotal, cart.discount);
  const goods = subtotal - discount;
  const shipping = shippingOf(goods, cart, rules);
  const pointsUsed = rules.points ? Math.min(cart.points, Math.floor(goods / rules.points.value)) : 0;
  const pointsValue = rules.points ? pointsUsed * rules.points.value : 0;
  const pointsEarned = rules.points
    ? Math.floor(((goods - pointsValue) * rules.points.earnRate) / 10_000)
    : 0;
  const total = goods - pointsValue + shipping;
  return { subtotal, discount, shipping, pointsUsed, pointsValue, pointsEarned, total };
}

function discountOf(subtotal: number, discount: PriceDiscount | null): number {
  switch (discount?.kind) {
    case 'percent':
      return Math.floor((subtotal * discount.value + 5_000) / 10_000);
    case 'fixed':
      return Math.min(discount.value, subtotal);
    default:
      return 0;
  }
}

function shippingOf(goods: number, { shippingMethod, discount }: PricedCart, rules: PriceRules): number {
  if (shippingMethod === 'express') return rules.expressFee;
  if (discount?.kind === 'free_shipping') return 0;
  return rules.freeShippingFrom !== null && goods >= rules.freeShippingFrom ? 0 : rules.standardFee;
}
