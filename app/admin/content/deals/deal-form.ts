import { z } from 'zod';
import adminDealsMessages from '#app/i18n/messages/en/admin-deals.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { discountPercent } from '#app/product/product-price.ts';
import { amountText } from '../../kit/edit/amount-text.ts';
import type { DealPrices } from './deals-data.ts';

const say = (key: 'priceWrong' | 'wasTooLow') => () =>
  getTranslations('admin-deals', adminDealsMessages)(key);

/** The two prices of a deal in pounds, as staff type them. */
export const dealForm = z
  .object({ price: amountText(say('priceWrong'), { least: 0.01 }), was: amountText(say('priceWrong')) })
  .refine(({ price, was }) => Number(was) > Number(price), { error: say('wasTooLow'), path: ['was'] });

/** A product's prices as the form holds them; empty without a product. */
export function typedPrices(product: DealPrices | null) {
  return { price: String(product?.price ?? ''), was: String(product?.original_price ?? '') };
}

/** Percent of the badge that shoppers will see; 0 for none. */
export function dealBadge({ price, original_price: originalPrice, discount }: DealPrices): number {
  return discountPercent({ price, originalPrice, discount: discount ?? 0 });
}

/** A product's prices once its deal is over: the struck price counts again. */
export function endedDeal({ price, original_price: was }: DealPrices): DealPrices {
  return { price: was !== null && was > price ? was : price, original_price: null, discount: 0 };
}
