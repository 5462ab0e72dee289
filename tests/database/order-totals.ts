import { toPiastres } from '../../app/lib/money.ts';

/** The groups of a settings row that affect an order's price. Amounts are pounds. */
export interface TotalsSettings {
  shipping: { freeShippingThreshold?: number | null; defaultShippingFee: number; expressShippingFee: number };
  points: { enabled: boolean; earnRate: number; pointValue: number };
}

/** The pricing rules of a settings row. Amounts are integer piastres. */
export interface TotalsRules {
  /** Subtotal from which standard shipping is free; null if never. */
  freeShippingFrom: number | null;
  standardFee: number;
  expressFee: number;
  /** The value of a point, and points per pound spent on goods, in hundredths; null without points. */
  points: { value: number; earnRate: number } | null;
}

export function totalsRules({ shipping, points }: TotalsSettings): TotalsRules {
  const threshold = shipping.freeShippingThreshold ?? null;
  return {
    freeShippingFrom: threshold === null ? null : toPiastres(threshold),
    standardFee: toPiastres(shipping.defaultShippingFee),
    expressFee: toPiastres(shipping.expressShippingFee),
    points: points.enabled
      ? { value: toPiastres(points.pointValue), earnRate: toPiastres(points.earnRate) }
      : null,
  };
}

/** Percent is in hundredths of a percent, a fixed value in piastres. */
export type PriceDiscount =
  | { kind: 'percent'; value: number }
  | { kind: 'fixed'; value: number }
  | { kind: 'free_shipping' };

interface PricedCart {
  lines: readonly { unit: number; quantity: number }[];
  discount: PriceDiscount | null;
  shippingMethod: 'standard' | 'express';
  /** Points the shopper wants to use, at most their balance. */
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

/**
 * The expected price of an order, to compare the database's results with. A percentage is rounded half up,
 * a fixed discount never exceeds the subtotal, standard shipping is free with a code or from the threshold after the
 * discount, express always has its fee, points pay only for goods, and only whole points are used.
 */
export function orderTotals(cart: PricedCart, rules: TotalsRules): OrderTotals {
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

function shippingOf(goods: number, { shippingMethod, discount }: PricedCart, rules: TotalsRules): number {
  if (shippingMethod === 'express') return rules.expressFee;
  if (discount?.kind === 'free_shipping') return 0;
  return rules.freeShippingFrom !== null && goods >= rules.freeShippingFrom ? 0 : rules.standardFee;
}
