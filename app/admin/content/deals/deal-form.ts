import { z } from 'zod';
import { adminDealsTexts } from '#app/i18n/texts/admin-deals.ts';
import { discountPercent } from '#app/product/product-price.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';
import type { DealPrices, DealProduct } from './deals-data.ts';

const message = (key: 'priceWrong' | 'originalPriceTooLow') => () => adminDealsTexts()(key);

/** Schema of the deal form; prices in pounds. */
export const dealForm = z
  .object({
    price: amountText(message('priceWrong'), { least: 0.01 }),
    original_price: amountText(message('priceWrong')),
  })
  .refine(({ price, original_price: original }) => Number(original) > Number(price), {
    error: message('originalPriceTooLow'),
    path: ['original_price'],
  });

export type DealForm = z.output<typeof dealForm>;

/** Returns the form values of a deal. A product without a deal starts with its price as the original price. */
export function typedPrices(product: (DealPrices & Pick<DealProduct, 'on_sale'>) | null): DealForm {
  const { price = '', original_price: original, on_sale = false } = product ?? {};
  return on_sale
    ? { price: String(price), original_price: String(original ?? '') }
    : { price: '', original_price: String(price) };
}

/** Returns the discount percentage of the badge; 0 without a discount. */
export function dealBadge({ price, original_price: originalPrice, discount }: DealPrices): number {
  return discountPercent({ price, originalPrice, discount: discount ?? 0 });
}

/** Returns a product's prices after its deal ends: the original price applies again. */
export function withoutDeal({ price, original_price: original }: DealPrices): DealPrices {
  return {
    price: original !== null && original > price ? original : price,
    original_price: null,
    discount: 0,
  };
}
