import { sessionStore } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { keptByBrowser } from '#app/lib/kept.ts';
import { cartWords } from '#app/messages/en/cart.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { cartKey } from './cart-key.ts';
import { type CartLine, lineIdentity, mergeLines, withMore, withQuantity } from './cart-line.ts';
import { useCart } from './cart-state.ts';
import { readCart, writeCart } from './stored-cart.ts';

export { useCart };

function load(userId: string | null): void {
  useCart.setState({ lines: readCart(kept(userId).read()), userId, ready: true });
}

function save(lines: readonly CartLine[]): void {
  const { userId } = useCart.getState();
  useCart.setState({ lines });
  kept(userId).write(writeCart(lines));
}

const kept = (userId: string | null) => keptByBrowser(cartKey(pageTenant(), userId));

/** A guest's cart becomes part of the customer's when they sign in; the guest's is then removed (spec section 4). */
function adopt(userId: string): void {
  const guest = readCart(kept(null).read());
  load(userId);
  if (guest.length > 0) save(mergeLines(useCart.getState().lines, guest));
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
  const { lines } = useCart.getState();
  const identity = lineIdentity(line);
  const before = lines.find((other) => lineIdentity(other) === identity)?.quantity ?? 0;
  save(withMore(lines, line, quantity));
  const after = useCart.getState().lines.find((other) => lineIdentity(other) === identity)?.quantity ?? 0;
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
  save(withQuantity(useCart.getState().lines, lineIdentity(line), quantity));
}

/** Takes a line out, with a way back in the toast. */
export function removeLine(line: CartLine): void {
  const before = useCart.getState().lines;
  save(before.filter((other) => other !== line));
  const words = pageWords(cartWords);
  toast({
    title: words('removed'),
    description: toastName(line.product.name),
    action: { label: words('undo'), onClick: () => save(mergeLines(useCart.getState().lines, [line])) },
  });
}

/** Empties the cart, with a way back in the toast. */
export function clearCart(): void {
  const before = useCart.getState().lines;
  save([]);
  const words = pageWords(cartWords);
  toast({
    title: words('cleared'),
    description: words('clearedWhy'),
    action: { label: words('undo'), onClick: () => save(mergeLines(useCart.getState().lines, before)) },
  });
}

/** Empties the cart without a word: what was in it has been ordered. */
export function emptyCart(): void {
  save([]);
}

/** Brings the kept products up to date with what the store says now. */
export function refreshLines(lines: readonly CartLine[]): void {
  save(lines);
}
