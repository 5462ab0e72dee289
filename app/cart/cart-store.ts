import { create } from 'zustand';
import { sessionStore } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { cartWords } from '#app/messages/en/cart.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { type CartLine, countOf, lineIdentity, mergeLines, withMore, withQuantity } from './cart-line.ts';
import { cartKey, readCart, writeCart } from './stored-cart.ts';

interface CartState {
  lines: readonly CartLine[];
  /** Whose cart it is; null for the guest's. */
  userId: string | null;
  /** Whether browser storage has been read: until then nobody knows whether the cart is empty. */
  ready: boolean;
}

/** The cart of this browser and person. On the server and during hydration it is empty and not ready. */
export const useCart = create<CartState>(() => ({ lines: [], userId: null, ready: false }));

/** How many things are in the cart; 0 on the server and during hydration. */
export function useCartCount(): number {
  return useCart((state) => countOf(state.lines));
}

function load(userId: string | null): void {
  useCart.setState({ lines: readCart(read(cartKey(pageTenant(), userId))), userId, ready: true });
}

function save(lines: readonly CartLine[]): void {
  const { userId } = useCart.getState();
  useCart.setState({ lines });
  write(cartKey(pageTenant(), userId), writeCart(lines));
}

// Private modes may refuse storage; then the cart lasts as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // What cannot be stored stays on the page.
  }
}

/** A guest's cart becomes part of the customer's when they sign in; the guest's is then removed (spec section 4). */
function adopt(userId: string): void {
  const tenantId = pageTenant();
  const guest = readCart(read(cartKey(tenantId, null)));
  load(userId);
  if (guest.length > 0) save(mergeLines(useCart.getState().lines, guest));
  write(cartKey(tenantId, null), null);
}

/** Reads the cart and keeps it in step with the session and with other tabs. Called once, after hydration. */
export function startCart(): () => void {
  const follow = () => {
    const { status, user } = sessionStore.getState();
    if (status === 'loading') return;
    const userId = user?.id ?? null;
    if (useCart.getState().ready && userId === useCart.getState().userId) return;
    if (userId) adopt(userId);
    else load(null);
  };
  const onStorage = (event: StorageEvent) => {
    const { userId } = useCart.getState();
    if (event.key === null || event.key === cartKey(pageTenant(), userId)) load(userId);
  };
  follow();
  const stop = sessionStore.subscribe(follow);
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}

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
  return after;
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
