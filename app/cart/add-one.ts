import { href } from 'react-router';
import type { Tenant } from '#app/brands/brand.ts';
import cardMessages from '#app/i18n/messages/en/card.json';
import quickAddMessages from '#app/i18n/messages/en/quick-add.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { fields } from '#app/product/legacy-values.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import type { CardProduct } from '#app/product/product.ts';
import { chosenOptions, productOptions } from '#app/product/product-options.ts';
import { asChosen, chosenVariant, variantsOf } from '#app/product/variants.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { addToCart } from './cart-actions.ts';
import { cartLine } from './cart-line-of.ts';

/**
 * Puts one of a product without a choice, or of the variant that its card is of, into the cart, with the price and stock that the store has now; says so, or
 * why not. Never throws. Answers whether the cart has more of it now.
 * @param goTo follows the toast's button to the cart.
 * @param choose asks for what is to be chosen after all.
 */
export async function addOne(
  { id, name, variantId }: Pick<CardProduct, 'id' | 'name' | 'variantId'>,
  flags: Tenant['productsOptions'],
  goTo: (path: string) => void,
  choose: () => void,
): Promise<boolean> {
  const t = getTranslations('quick-add', quickAddMessages);
  const description = toastName(name);
  try {
    const answer = await fetch(`/product/${id}/now`);
    if (answer.status === 404) {
      toast({ title: t('gone'), description, variant: 'destructive' });
      return false;
    }
    if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
    const row = fields(await answer.json());
    const product = normaliseProduct(row);
    const options = productOptions(product, flags);
    const variants = variantsOf(row);
    const chosen = variants.find((one) => one.id === variantId)?.options ?? chosenOptions(options);
    if (options.some(({ key }) => !chosen[key])) {
      choose();
      return false;
    }
    const sold = asChosen(product, variants, chosen);
    const line = cartLine(sold, chosen, chosenVariant(variants, chosen)?.id);
    return addToCart(line, 1, () => goTo(href('/cart'))) > 0;
  } catch {
    const said = getTranslations('card', cardMessages);
    toast({ title: said('notAdded'), description: said('notAddedWhy'), variant: 'destructive' });
    return false;
  }
}
