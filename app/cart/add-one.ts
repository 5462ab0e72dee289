import { href } from 'react-router';
import type { Tenant } from '#app/brands/brand.ts';
import { cardTexts } from '#app/i18n/texts/card.ts';
import { quickAddTexts } from '#app/i18n/texts/quick-add.ts';
import { fitsDevice, madeForDevices, readDevice } from '#app/product/device.ts';
import type { CardProduct } from '#app/product/product.ts';
import { productOptions, resolveOptions } from '#app/product/product-options.ts';
import { readCurrentProduct } from '#app/product/read-current-product.ts';
import { chosenVariant, productForChoice } from '#app/product/variants.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { addToCart } from './cart-actions.ts';
import { cartLine } from './cart-line.ts';

/**
 * Adds one item of a product to the cart, at the store's current price and stock, and shows a toast with the result.
 * Never throws.
 * @param goTo called by the toast's button, to open the cart
 * @param choose called when the product has options without a choice, or does not fit the shopper's device
 * @returns whether the item was added
 */
export async function addOne(
  { id, name, variantId }: Pick<CardProduct, 'id' | 'name' | 'variantId'>,
  flags: Tenant['productsOptions'],
  goTo: (path: string) => void,
  choose: () => void,
): Promise<boolean> {
  const t = quickAddTexts();
  const description = toastName(name);
  try {
    const current = await readCurrentProduct(id);
    if (!current) {
      toast({ title: t('gone'), description, variant: 'destructive' });
      return false;
    }
    const { product, variants } = current;
    const options = productOptions(product, flags);
    const chosen = variants.find((one) => one.id === variantId)?.options ?? resolveOptions(options);
    const fits = fitsDevice(madeForDevices(product, chosen), readDevice());
    if (!fits || options.some(({ key }) => !chosen[key])) {
      choose();
      return false;
    }
    const shownProduct = productForChoice(product, variants, chosen);
    const line = cartLine(shownProduct, chosen, chosenVariant(variants, chosen)?.id);
    return addToCart(line, 1, () => goTo(href('/cart'))) > 0;
  } catch {
    const messages = cardTexts();
    toast({ title: messages('notAdded'), description: messages('notAddedWhy'), variant: 'destructive' });
    return false;
  }
}
