import { browserStorage, type StoredText } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { text } from '#app/product/parse-values.ts';
import { type Design, readDesign } from './design.ts';

/** A design in progress, stored in this browser. */
export interface Draft {
  readonly design: Design;
  /** Selected size, or ''. */
  readonly size: string;
  /** How it was last saved or added to the cart; an unchanged document keeps its id. */
  readonly saved: { readonly id: string; readonly document: string; readonly inCart: boolean } | null;
  /** Identity of the cart line being edited, or null. */
  readonly line: string | null;
}

/**
 * Returns the storage key of a draft: one per store, person (or guest) and product, and one for garments that are not
 * products.
 */
export const draftKey = (tenantId: string, userId: string | null, productId: string | null): string =>
  `souk-design-${tenantId}-${userId ?? 'guest'}-${productId ?? 'own'}`;

/** Returns the storage of a person's draft on a product (or on garments that are not products) in the current store. */
export const designDraftStorage = (userId: string | null, productId: string | null): StoredText =>
  browserStorage(draftKey(pageTenant(), userId, productId));

/**
 * Returns the person's draft. A guest's draft moves to a person who has none, or none with unsaved changes. It loses
 * its link to a stored design, which may belong to whoever signed in before.
 */
export function openDraft(userId: string | null, productId: string | null): Draft | null {
  adoptUnownedDraft(productId);
  const guestStorage = designDraftStorage(null, productId);
  const guestDraft = readDraft(guestStorage.read());
  if (userId === null) return guestDraft;
  const storage = designDraftStorage(userId, productId);
  const draft = readDraft(storage.read());
  if (!guestDraft || isBlank(guestDraft) || (draft && !isBlank(draft) && !isSaved(draft))) return draft;
  const adopted = { ...guestDraft, saved: null };
  storage.write(JSON.stringify(adopted));
  guestStorage.write(null);
  return adopted;
}

const isBlank = ({ design }: Draft) => design.elements.length === 0;
const isSaved = ({ design, saved }: Draft) => saved?.document === JSON.stringify(design);

/** Moves a draft from before drafts had owners to the guest. */
function adoptUnownedDraft(productId: string | null): void {
  const unowned = browserStorage(`souk-design-${pageTenant()}-${productId ?? 'own'}`);
  const draft = readDraft(unowned.read());
  if (!draft) return;
  unowned.write(null);
  const guestStorage = designDraftStorage(null, productId);
  if (!readDraft(guestStorage.read())) guestStorage.write(JSON.stringify({ ...draft, saved: null }));
}

/** Parses a stored draft; returns null when there is none or it is invalid. */
export function readDraft(stored: string | null): Draft | null {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { design: document, size, saved, line } = parsed as Record<string, unknown>;
    const design = readDesign(document);
    if (!design) return null;
    return { design, size: text(size), saved: savedOf(saved), line: text(line) || null };
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
