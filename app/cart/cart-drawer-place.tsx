import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { latePart, Part } from '#app/ui/part.tsx';
import { useCart } from './cart-state.ts';

const cartDrawer = latePart(() => import('./cart-drawer.tsx'));

/**
 * Place of the cart's drawer, which loads when something is put into the cart for the first time. Every navigation closes
 * it, also one that comes before it has loaded.
 */
export function CartDrawerPlace() {
  const added = useCart((state) => state.added);
  const { key } = useLocation();
  useEffect(() => () => useCart.setState({ added: null }), [key]);
  // The toast says it all where the drawer cannot be loaded.
  return added ? <Part key={added} part={cartDrawer} props={{ added }} /> : null;
}
