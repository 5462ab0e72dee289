import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useCart } from './cart-state.ts';

// The toast says it all where the drawer cannot be loaded.
const CartDrawer = lazy<ComponentType<{ added: string }>>(() =>
  import('./cart-drawer.tsx').catch(() => ({ default: () => null })),
);

/**
 * Place of the cart's drawer, which loads when something is put into the cart for the first time. Every navigation closes
 * it, also one that comes before it has loaded.
 */
export function CartDrawerPlace() {
  const added = useCart((state) => state.added);
  const { key } = useLocation();
  useEffect(() => () => useCart.setState({ added: null }), [key]);
  return added ? (
    <Suspense fallback={null}>
      <CartDrawer added={added} />
    </Suspense>
  ) : null;
}
