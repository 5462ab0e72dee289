import { create } from 'zustand';
import { sessionStore } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { isCartKey } from './cart-key.ts';
import type { CartLine } from './cart-line.ts';

interface CartState {
  lines: readonly CartLine[];
  /** Whose cart it is; null for the guest's. */
  userId: string | null;
  /** Whether browser storage has been read: until then nobody knows whether the cart is empty. */
  ready: boolean;
  /** Identity of the line that was just added, as long as the drawer shows it. */
  added: string | null;
}

/** The cart of this browser and person. On the server and during hydration it is empty and not ready. */
export const useCart = create<CartState>(() => ({ lines: [], userId: null, ready: false, added: null }));

/** How many things are in the cart; 0 on the server and during hydration. */
export function useCartCount(): number {
  return useCart(({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0));
}

/** What reads, keeps and changes the cart. Browsers that hold none load it with the first thing put in. */
export const loadCart = () => import('./cart-store.ts');

function isCartStored(): boolean {
  try {
    return Object.keys(localStorage).some((key) => isCartKey(pageTenant(), key));
  } catch {
    return false;
  }
}

/**
 * Has the cart kept as soon as there is one, or somebody whose cart it would be: now, after signing in, or when another
 * tab makes one. Called once, after hydration; returns how to stop waiting.
 */
export function awaitCart(): () => void {
  const look = () => {
    if (sessionStore.getState().status === 'anonymous' && !isCartStored()) return;
    // A cart that cannot be loaded now is loaded by the page that shows it, which then says what is wrong.
    loadCart().catch(() => {});
  };
  look();
  const stop = sessionStore.subscribe(look);
  addEventListener('storage', look);
  return () => {
    stop();
    removeEventListener('storage', look);
  };
}
