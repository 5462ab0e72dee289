import { type ComponentType, lazy, Suspense } from 'react';
import { useCart } from './cart-state.ts';

// The toast says it all where the drawer cannot be loaded.
const CartDrawer = lazy<ComponentType<{ added: string }>>(() =>
  import('./cart-drawer.tsx').catch(() => ({ default: () => null })),
);

/** Place of the cart's drawer, which loads when something is put into the cart for the first time. */
export function CartDrawerPlace() {
  const added = useCart((state) => state.added);
  return added ? (
    <Suspense fallback={null}>
      <CartDrawer added={added} />
    </Suspense>
  ) : null;
}
