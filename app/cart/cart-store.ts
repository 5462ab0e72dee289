import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { pageSession } from '#app/auth/session.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type CartLine, countOf, mergeLines } from './cart-line.ts';
import { cartKey, cartStorage, cartVersion, type PersistedCart } from './cart-storage.ts';

interface CartState extends PersistedCart {
  /** Owner of the cart; null for a guest. */
  userId: string | null;
  /** True once browser storage has been read. */
  ready: boolean;
}

/** Owner of the cart that is read next. */
let owner: string | null = null;

/** The cart of this browser and person. Empty and not ready on the server and during hydration. */
export const useCart = create<CartState>()(
  persist((): CartState => ({ lines: [], userId: null, ready: false }), {
    name: cartKey('', null),
    version: cartVersion,
    storage: cartStorage,
    partialize: ({ lines }) => ({ lines }),
    // `parseCart` has already converted every version.
    migrate: (stored) => stored as PersistedCart,
    merge: (stored, current) => {
      const { lines } = (stored as PersistedCart | undefined) ?? { lines: [] };
      // Keeps the same array when nothing changed, so that subscribers are not notified.
      const same = JSON.stringify(lines) === JSON.stringify(current.lines);
      return { lines: same ? current.lines : lines, userId: owner, ready: true };
    },
    skipHydration: true,
  }),
);

/** Number of items; 0 on the server and during hydration. */
export function useCartCount(): number {
  return useCart(({ lines }) => countOf(lines));
}

/** Reads the cart from browser storage, synchronously. */
function readCart(userId: string | null): void {
  owner = userId;
  useCart.persist.setOptions({ name: cartKey(pageTenant(), userId) });
  void useCart.persist.rehydrate();
}

/** Edits the cart as it is in storage, which another tab may have changed. Returning the same array changes nothing. */
export function changeCart(edit: (lines: readonly CartLine[]) => readonly CartLine[]): void {
  readCart(owner);
  const { lines } = useCart.getState();
  const edited = edit(lines);
  if (edited !== lines) useCart.setState({ lines: edited });
}

/** Merges the guest's cart into the customer's at sign-in and removes it (docs/product.md, Cart). */
function adoptGuestCart(userId: string): void {
  const guestKey = cartKey(pageTenant(), null);
  readCart(null);
  const guest = useCart.getState().lines;
  readCart(userId);
  if (guest.length > 0) changeCart((customer) => mergeLines(customer, guest));
  void cartStorage.removeItem(guestKey);
}

/**
 * Reads the cart and keeps it in sync with the session and other tabs. Called once, after hydration. @returns a
 * function that stops it
 */
export function subscribeToCart(): () => void {
  const onSession = () => {
    const { status, user } = pageSession.getState();
    if (status === 'loading') return;
    const userId = user?.id ?? null;
    if (useCart.getState().ready && userId === owner) return;
    if (userId) adoptGuestCart(userId);
    else readCart(null);
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (useCart.getState().ready && (key === null || key === useCart.persist.getOptions().name)) {
      readCart(owner);
    }
  };
  onSession();
  const stop = pageSession.subscribe(onSession);
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}
