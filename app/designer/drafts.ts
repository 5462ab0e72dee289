import { browserStorage, type StoredText } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type Design, readDesign } from './design.ts';

/** A design in progress, stored in this browser. */
export interface Draft {
  readonly design: Design;
  /** Selected size, or ''. */
  readonly size: string;
  /** How it was last saved or added to the cart; an unchanged document keeps its id. */
  readonly saved: { readonly id: string; readonly document: string; readonly inCart: boolean } | null;
}

/**
 * Returns the storage key of a draft: one per store and product, and one for garments that are no product.
 */
export const draftKey = (tenantId: string, productId: string | null): string =>
  `souk-design-${tenantId}-${productId ?? 'own'}`;

/**
 * Returns the storage of the draft on a product, or on garments that are no product, in the current store.
 */
export const draftStorage = (productId: string | null): StoredText =>
  browserStorage(draftKey(pageTenant(), productId));

/** Parses a stored draft; returns null when there is none or it is invalid. */
export function readDraft(stored: string | null): Draft | null {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { design: document, size, saved } = parsed as Record<string, unknown>;
    const design = readDesign(document);
    if (!design) return null;
    return { design, size: typeof size === 'string' ? size : '', saved: savedOf(saved) };
  } catch {
    return null;
  }
}

function savedOf(stored: unknown): Draft['saved'] {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, document, inCart } = stored as Record<string, unknown>;
  return typeof id === 'string' && typeof document === 'string'
    ? { id, document, inCart: inCart === true }
    : null;
}
