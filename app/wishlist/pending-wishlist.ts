import { tabStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** A product that a visitor added to the wishlist before signing in. */
export interface WishlistProduct {
  id: string;
  name: string;
  /** The chosen variant. */
  variantId?: string | undefined;
}

const stored = () => tabStorage(`souk-wish-${pageTenant()}`);

/** Stores a visitor's product in this tab until they sign in. */
export function savePendingProduct({ id, name, variantId }: WishlistProduct): void {
  stored().write(JSON.stringify({ id, name, variantId }));
}

/** The stored product; null when there is none or it is invalid. */
export function readPendingProduct(): WishlistProduct | null {
  try {
    const product: unknown = JSON.parse(stored().read() ?? 'null');
    return isWishlistProduct(product) ? product : null;
  } catch {
    return null;
  }
}

/** Removes the stored product. */
export function clearPendingProduct(): void {
  stored().write(null);
}

function isWishlistProduct(value: unknown): value is WishlistProduct {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, variantId = '' }: Partial<Record<keyof WishlistProduct, unknown>> = value;
  return [id, name, variantId].every((one) => typeof one === 'string');
}
