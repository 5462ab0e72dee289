import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { useAddedLine } from './cart-store.ts';

// The toast says it all where the drawer cannot be loaded.
const CartDrawer = lazyWithRetry(() => import('./cart-drawer.tsx'), { Failed: () => null });

/**
 * Place of the cart's drawer, which loads when something is put into the cart for the first time. Every navigation closes
 * it, also one that comes before it has loaded.
 */
export function CartDrawerPlace() {
  const added = useAddedLine(({ identity }) => identity);
  const { key } = useLocation();
  useEffect(() => () => useAddedLine.setState({ identity: null }), [key]);
  return added ? <CartDrawer key={added} added={added} /> : null;
}
