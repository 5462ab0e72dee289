/** A refusal: its message key and arguments. */
export type CategoryRefusal =
  | { key: 'nameMissing' | 'nameTaken' | 'nameUnchecked' | 'existenceUnchecked' | 'useUnchecked' }
  | { key: 'noAccess' | 'notFound' | 'nothingCreated' }
  | { key: 'idNotFound'; id: string }
  | { key: 'inUse'; count: string };

/** Result of a lookup, or that it failed. */
export type Lookup<Found> = { found: Found } | 'failed';

/** Normalises a category name for storage. */
export function categoryName(typed: string): string {
  return typed.trim();
}

/** Returns the ids of categories with a name, ignoring case. */
export function idsWithName(categories: readonly { id: string; name: string }[], typed: string): string[] {
  const normalised = categoryName(typed).toLowerCase();
  return categories.flatMap(({ id, name }) => (name.toLowerCase() === normalised ? id : []));
}

/**
 * Returns why a name is refused, or null (spec section 5): it is required and unique, ignoring case.
 * `holders` are the ids of categories with that name; `ownId` is the category being changed.
 */
export function nameRefusal(
  typed: string,
  holders: Lookup<readonly string[]>,
  ownId?: string,
): CategoryRefusal | null {
  if (categoryName(typed) === '') return { key: 'nameMissing' };
  if (holders === 'failed') return { key: 'nameUnchecked' };
  return holders.found.some((id) => id !== ownId) ? { key: 'nameTaken' } : null;
}

/** Returns why a category cannot be changed, or null: it needs an id and must exist (spec section 5). */
export function changeRefusal(id: string, existing: Lookup<boolean>): CategoryRefusal | null {
  if (id === '') return { key: 'notFound' };
  if (existing === 'failed') return { key: 'existenceUnchecked' };
  return existing.found ? null : { key: 'idNotFound', id };
}

/** Returns why a category cannot be deleted, or null: it must exist and be unused (spec section 5). */
export function deleteRefusal(existing: Lookup<boolean>, uses: Lookup<number>): CategoryRefusal | null {
  if (existing === 'failed') return { key: 'existenceUnchecked' };
  if (!existing.found) return { key: 'notFound' };
  if (uses === 'failed') return { key: 'useUnchecked' };
  return uses.found > 0 ? { key: 'inUse', count: String(uses.found) } : null;
}
