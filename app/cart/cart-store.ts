import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { sessionStore } from '#app/auth/session-store.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type CartLine, countOf, mergeLines } from './cart-line.ts';
import { cartKey, cartStorage, cartVersion, type PersistedCart } from './cart-storage.ts';

interface CartState extends PersistedCart {
  /** Whose cart it is; null for the guest's. */
  userId: string | null;
  /** Whether browser storage has been read: until then nobody knows whether the cart is empty. */
  ready: boolean;
}

/** Whose cart is read next. */
let owner: string | null = null;

/** The cart of this browser and person. On the server and during hydration it is empty and not ready. */
export const useCart = create<CartState>()(
  persist((): CartState => ({ lines: [], userId: null, ready: false }), {
    name: cartKey('', null),
    version: cartVersion,
    storage: cartStorage,
    partialize: ({ lines }) => ({ lines }),
    // Storage has made a list of lines out of every version.
    migrate: (stored) => stored as PersistedCart,
    merge: (stored, current) => {
      const { lines } = (stored as PersistedCart | undefined) ?? { lines: [] };
      // Whoever depends on the lines is not told where they are the same.
      const same = JSON.stringify(lines) === JSON.stringify(current.lines);
      return { lines: same ? current.lines : lines, userId: owner, ready: true };
    },
    skipHydration: true,
  }),
);

/** How many things are in the cart; 0 on the server and during hydration. */
export function useCartCount(): number {
  return useCart(({ lines }) => countOf(lines));
}

/** Reads the cart from browser storage, which answers at once. */
function readCart(userId: string | null): void {
  owner = userId;
  useCart.persist.setOptions({ name: cartKey(pageTenant(), userId) });
  void useCart.persist.rehydrate();
}

/**
 * Changes the cart as this browser keeps it now: another tab may have put something in that this page has not heard of
 * yet. An edit that gives the lines back as they were changes nothing.
 */
export function changeCart(edit: (lines: readonly CartLine[]) => readonly CartLine[]): void {
  readCart(owner);
  const { lines } = useCart.getState();
  const edited = edit(lines);
  if (edited !== lines) useCart.setState({ lines: edited });
}

/** A guest's cart becomes part of the customer's when they sign in; the guest's is then removed (spec section 4). */
function adoptGuestCart(userId: string): void {
  const guestKey = cartKey(pageTenant(), null);
  readCart(null);
  const guest = useCart.getState().lines;
  readCart(userId);
  if (guest.length > 0) changeCart((own) => mergeLines(own, guest));
  void cartStorage.removeItem(guestKey);
}

/**
 * Reads the cart and keeps it in step with the session and with other tabs. Called once, after hydration; returns how to
 * stop.
 */
export function followCart(): () => void {
  const onSession = () => {
    const { status, user } = sessionStore.getState();
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
  const stop = sessionStore.subscribe(onSession);
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}
