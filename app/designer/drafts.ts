import { browserStorage, type StoredText } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type Design, readDesign } from './design.ts';

/** A design in the making, as this browser keeps it between visits. */
export interface Draft {
  readonly design: Design;
  /** The size that is chosen, or ''. */
  readonly size: string;
  /** As what it was last saved or put into the cart: the same document keeps its id. */
  readonly saved: { readonly id: string; readonly document: string; readonly inCart: boolean } | null;
}

/** Where a draft lies: one for each store and product, and one for garments of the designer's own. */
export const draftKey = (tenantId: string, productId: string | null): string =>
  `souk-design-${tenantId}-${productId ?? 'own'}`;

/** The draft on a product, or on garments of the designer's own, in the store of this page. */
export const draftStorage = (productId: string | null): StoredText =>
  browserStorage(draftKey(pageTenant(), productId));

/** A kept draft; null when there is none or its design cannot be read. */
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
