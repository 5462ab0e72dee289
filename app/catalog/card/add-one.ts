import type { Tenant } from '#app/brands/brand.ts';
import { countOf } from '#app/cart/cart-line.ts';
import { addToCart, useCart } from '#app/cart/cart-store.ts';
import { cardWords } from '#app/messages/en/card.ts';
import { quickAddWords } from '#app/messages/en/quick-add.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { cartLine } from '../cart-line-of.ts';
import { normaliseProduct } from '../normalise-product.ts';
import type { CardProduct } from '../product.ts';
import { chosenOptions, productOptions } from '../product-options.ts';

/**
 * Puts one of a product without a choice into the cart, with the price and stock that the store has now; says so, or
 * why not. Never throws. Answers whether the cart has more of it now.
 */
export async function addOne(
  { id, name }: Pick<CardProduct, 'id' | 'name'>,
  flags: Tenant['productsOptions'],
  goToCart: () => void,
): Promise<boolean> {
  const words = pageWords(quickAddWords);
  const description = toastName(name);
  try {
    const answer = await fetch(`/product/${id}/now`);
    if (answer.status === 404) {
      toast({ title: words('gone'), description, variant: 'destructive' });
      return false;
    }
    if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
    const product = normaliseProduct(await answer.json());
    const chosen = chosenOptions(productOptions(product, flags));
    const before = useCart.getState().lines;
    addToCart(cartLine(product, chosen), 1, goToCart);
    return countOf(useCart.getState().lines) > countOf(before);
  } catch {
    const said = pageWords(cardWords);
    toast({ title: said('notAdded'), description: said('notAddedWhy'), variant: 'destructive' });
    return false;
  }
}
