import { href } from 'react-router';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import {
  type CartLine,
  lineIdentity,
  mergeLines,
  quantityOf,
  withMore,
  withQuantity,
  withReplaced,
} from './cart-line.ts';
import { changeCart } from './cart-store.ts';

/** The address may start with a language. */
const isCartPage = () => globalThis.location?.pathname.endsWith(href('/cart'));

/** Adds items to the cart and shows a toast (docs/product.md, Cart). Returns how much the line's quantity grew. */
export function addToCart(line: Omit<CartLine, 'quantity'>, quantity = 1, goToCart?: () => void): number {
  const identity = lineIdentity(line);
  let [before, after] = [0, 0];
  changeCart((lines) => {
    const more = withMore(lines, line, quantity);
    [before, after] = [quantityOf(lines, identity), quantityOf(more, identity)];
    return more;
  });
  const t = cartTexts();
  const name = toastName(line.product.name);
  if (after === before) {
    toast({ title: t('noMore'), description: t('noMoreWhy', { name, count: line.product.stock }) });
  } else {
    const content =
      before === 0
        ? { title: t('added'), description: name }
        : { title: t('updated'), description: t('increased', { name, count: after }) };
    const leads = goToCart && !isCartPage();
    toast({ ...content, ...(leads && { action: { label: t('goToCart'), onClick: goToCart } }) });
  }
  return after - before;
}

/** Replaces a cart line, for example after its design was edited. Returns whether the new one is in stock. */
export function replaceInCart(identity: string, line: Omit<CartLine, 'quantity'>): boolean {
  let replaced = false;
  changeCart((lines) => {
    const changed = withReplaced(lines, identity, line);
    replaced = changed !== lines;
    return changed;
  });
  const t = cartTexts();
  const name = toastName(line.product.name);
  if (replaced) toast({ title: t('updated'), description: name });
  else toast({ title: t('noMore'), description: t('noMoreWhy', { name, count: line.product.stock }) });
  return replaced;
}

/** Sets a line's quantity, capped at the stock; 0 removes the line. */
export function setQuantity(line: CartLine, quantity: number): void {
  changeCart((lines) => withQuantity(lines, lineIdentity(line), quantity));
}

/** Removes a line; the toast offers undo. */
export function removeLine(line: CartLine): void {
  changeCart((lines) => withQuantity(lines, lineIdentity(line), 0));
  const t = cartTexts();
  toast({
    title: t('removed'),
    description: toastName(line.product.name),
    action: { label: t('undo'), onClick: () => changeCart((lines) => mergeLines(lines, [line])) },
  });
}

/** Empties the cart; the toast offers undo. */
export function clearCart(): void {
  let removed: readonly CartLine[] = [];
  changeCart((lines) => {
    removed = lines;
    return [];
  });
  const t = cartTexts();
  toast({
    title: t('cleared'),
    description: t('clearedWhy'),
    action: { label: t('undo'), onClick: () => changeCart((lines) => mergeLines(lines, removed)) },
  });
}
