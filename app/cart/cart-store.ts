import { sessionStore } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { keptByBrowser } from '#app/lib/kept.ts';
import { cartWords } from '#app/messages/en/cart.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { cartKey } from './cart-key.ts';
import { type CartLine, lineIdentity, mergeLines, quantityOf, withMore, withQuantity } from './cart-line.ts';
import { useCart } from './cart-state.ts';
import { readCart, writeCart } from './stored-cart.ts';

export { useCart };

function load(userId: string | null): void {
  useCart.setState({ lines: readCart(kept(userId).read()), userId, ready: true });
}

/**
 * Changes the cart as this browser keeps it now: another tab may have put something in that this page has not heard of
 * yet. An edit that gives the lines back as they were changes nothing.
 */
export function changeCart(edit: (lines: readonly CartLine[]) => readonly CartLine[]): void {
  const place = kept(useCart.getState().userId);
  const before = readCart(place.read());
  const lines = edit(before);
  if (lines === before) return;
  useCart.setState({ lines });
  place.write(writeCart(lines));
}

const kept = (userId: string | null) => keptByBrowser(cartKey(pageTenant(), userId));

/** A guest's cart becomes part of the customer's when they sign in; the guest's is then removed (spec section 4). */
function adopt(userId: string): void {
  const guest = readCart(kept(null).read());
  load(userId);
  if (guest.length > 0) changeCart((own) => mergeLines(own, guest));
  kept(null).write(null);
}

/** Reads the cart and keeps it in step with the session and with other tabs, for as long as the page lives. */
function startCart(): void {
  const follow = () => {
    const { status, user } = sessionStore.getState();
    if (status === 'loading') return;
    const userId = user?.id ?? null;
    if (useCart.getState().ready && userId === useCart.getState().userId) return;
    if (userId) adopt(userId);
    else load(null);
  };
  follow();
  sessionStore.subscribe(follow);
  addEventListener('storage', ({ key }) => {
    const { userId } = useCart.getState();
    if (key === null || key === cartKey(pageTenant(), userId)) load(userId);
  });
}

// Whoever loads this has the cart kept: there is no moment in which it could be changed without being followed.
if (typeof document !== 'undefined') startCart();

/** Puts some of a product into the cart and says so (spec section 8). Returns how many of the line there are now. */
export function addToCart(line: Omit<CartLine, 'quantity'>, quantity = 1, goToCart?: () => void): number {
  const identity = lineIdentity(line);
  let [before, after] = [0, 0];
  changeCart((lines) => {
    const more = withMore(lines, line, quantity);
    [before, after] = [quantityOf(lines, identity), quantityOf(more, identity)];
    return more;
  });
  const words = pageWords(cartWords);
  const name = toastName(line.product.name);
  if (after === before) {
    toast({ title: words('noMore'), description: words('noMoreWhy', { name, count: line.product.stock }) });
  } else if (before === 0) {
    toast({ title: words('added'), description: name });
  } else {
    const action = goToCart ? { action: { label: words('goToCart'), onClick: goToCart } } : {};
    toast({ title: words('updated'), description: words('increased', { name, count: after }), ...action });
  }
  if (after > before) useCart.setState({ added: identity });
  return after;
}

/** Closes the drawer that shows what was added. */
export function closeDrawer(): void {
  useCart.setState({ added: null });
}

/** Sets a line's quantity, capped at the stock; 0 takes the line out. */
export function setQuantity(line: CartLine, quantity: number): void {
  changeCart((lines) => withQuantity(lines, lineIdentity(line), quantity));
}

/** Takes a line out, with a way back in the toast. */
export function removeLine(line: CartLine): void {
  changeCart((lines) => withQuantity(lines, lineIdentity(line), 0));
  const words = pageWords(cartWords);
  toast({
    title: words('removed'),
    description: toastName(line.product.name),
    action: { label: words('undo'), onClick: () => changeCart((lines) => mergeLines(lines, [line])) },
  });
}

/** Empties the cart, with a way back in the toast. */
export function clearCart(): void {
  let taken: readonly CartLine[] = [];
  changeCart((lines) => {
    taken = lines;
    return [];
  });
  const words = pageWords(cartWords);
  toast({
    title: words('cleared'),
    description: words('clearedWhy'),
    action: { label: words('undo'), onClick: () => changeCart((lines) => mergeLines(lines, taken)) },
  });
}
