import { tabStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** A product that a visitor put on the wishlist before signing in. */
export interface WishedProduct {
  id: string;
  name: string;
  /** The variant that was chosen of it. */
  variantId?: string | undefined;
}

const stored = () => tabStorage(`souk-wish-${pageTenant()}`);

/** Stores a visitor's product in this tab until they have signed in. */
export function savePendingWish({ id, name, variantId }: WishedProduct): void {
  stored().write(JSON.stringify({ id, name, variantId }));
}

/** The stored product; null when there is none or it is unreadable. */
export function pendingWish(): WishedProduct | null {
  try {
    const wish: unknown = JSON.parse(stored().read() ?? 'null');
    return isWish(wish) ? wish : null;
  } catch {
    return null;
  }
}

/** Removes the stored product, once it is on the wishlist or cannot be any more. */
export function clearPendingWish(): void {
  stored().write(null);
}

function isWish(value: unknown): value is WishedProduct {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, variantId = '' }: Partial<Record<keyof WishedProduct, unknown>> = value;
  return [id, name, variantId].every((one) => typeof one === 'string');
}
