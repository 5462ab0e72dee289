import { adminCategoriesTexts } from '#app/i18n/texts/admin-categories.ts';

/** A refusal: its message key and arguments. */
export type CategoryRefusal =
  | { key: 'nameMissing' | 'nameTaken' | 'nameUnchecked' | 'existenceUnchecked' | 'useUnchecked' }
  | { key: 'noAccess' | 'notFound' | 'nothingCreated' }
  | { key: 'idNotFound'; id: string }
  | { key: 'inUse'; count: string };

/** Returns the message for a refusal (docs/product.md, Categories). */
export function categoryRefusalText(refusal: CategoryRefusal): string {
  const t = adminCategoriesTexts();
  if (refusal.key === 'inUse') return t('inUse', { count: refusal.count });
  if (refusal.key === 'idNotFound') return t('idNotFound', { id: refusal.id });
  return t(refusal.key);
}

/** Throws when there is a refusal. @throws CategoryRefused */
export function throwIfRefused(refusal: CategoryRefusal | null): void {
  if (refusal) throw new CategoryRefused(refusal);
}

/** Thrown when a category rule is not met. */
export class CategoryRefused extends Error {
  constructor(refusal: CategoryRefusal) {
    super(categoryRefusalText(refusal));
  }
}

/** Result of a lookup, or its failure. */
export type Lookup<Found> = Found | 'failed';

/** Returns the ids of categories with a name, ignoring case. */
export function idsWithName(categories: readonly { id: string; name: string }[], typed: string): string[] {
  const normalised = typed.trim().toLowerCase();
  return categories.flatMap(({ id, name }) => (name.toLowerCase() === normalised ? id : []));
}

/**
 * Returns why a name is refused, or null (docs/product.md, Categories): it is required and unique, ignoring case.
 * `holders` are the ids of categories with that name; `ownId` is the category being changed.
 */
export function nameRefusal(
  typed: string,
  holders: Lookup<readonly string[]>,
  ownId?: string,
): CategoryRefusal | null {
  if (typed.trim() === '') return { key: 'nameMissing' };
  if (holders === 'failed') return { key: 'nameUnchecked' };
  return holders.some((id) => id !== ownId) ? { key: 'nameTaken' } : null;
}

/** Returns why a category cannot be changed, or null: it needs an id and must exist (docs/product.md, Categories). */
export function changeRefusal(id: string, existing: Lookup<boolean>): CategoryRefusal | null {
  if (id === '') return { key: 'notFound' };
  if (existing === 'failed') return { key: 'existenceUnchecked' };
  return existing ? null : { key: 'idNotFound', id };
}

/** Returns why a category cannot be deleted, or null: it must exist and be unused (docs/product.md, Categories). */
export function deleteRefusal(existing: Lookup<boolean>, uses: Lookup<number>): CategoryRefusal | null {
  if (existing === 'failed') return { key: 'existenceUnchecked' };
  if (!existing) return { key: 'notFound' };
  if (uses === 'failed') return { key: 'useUnchecked' };
  return uses > 0 ? { key: 'inUse', count: String(uses) } : null;
}
