import { z } from 'zod';
import adminDealsMessages from '#app/i18n/messages/en/admin-deals.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { discountPercent } from '#app/product/product-price.ts';
import { amountText } from '../../kit/edit/field-schemas.ts';
import type { DealPrices } from './deals-data.ts';

const message = (key: 'priceWrong' | 'originalPriceTooLow') => () =>
  getTranslations('admin-deals', adminDealsMessages)(key);

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

/** Returns the form values of a product's prices; empty without a product. */
export function typedPrices(product: DealPrices | null) {
  return { price: String(product?.price ?? ''), original_price: String(product?.original_price ?? '') };
}

/** Returns the discount percentage of the badge; 0 for none. */
export function dealBadge({ price, original_price: originalPrice, discount }: DealPrices): number {
  return discountPercent({ price, originalPrice, discount: discount ?? 0 });
}

/** Returns a product's prices after its deal: the original price applies again. */
export function withoutDeal({ price, original_price: original }: DealPrices): DealPrices {
  return {
    price: original !== null && original > price ? original : price,
    original_price: null,
    discount: 0,
  };
}
