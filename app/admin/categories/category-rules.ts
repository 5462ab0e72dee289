/** The words of a refusal: a key of the categories' catalogue, with what it is about. */
export type CategoryRefusal =
  | { key: 'nameMissing' | 'nameTaken' | 'nameUnchecked' | 'existenceUnchecked' | 'useUnchecked' }
  | { key: 'noAccess' | 'notFound' | 'nothingCreated' }
  | { key: 'idNotFound'; id: string }
  | { key: 'inUse'; count: string };

/** An answer of the database, or that it did not answer. */
export type Lookup<Found> = { found: Found } | 'failed';

/** A name as it is kept. */
export function categoryName(typed: string): string {
  return typed.trim();
}

/** The ids of those of some categories that have a name, in any case of letters. */
export function holdersAmong(categories: readonly { id: string; name: string }[], typed: string): string[] {
  const wanted = categoryName(typed).toLowerCase();
  return categories.flatMap(({ id, name }) => (name.toLowerCase() === wanted ? id : []));
}

/**
 * Whether a name may be given (spec section 5): it is required, and no other category has it in any case of letters.
 * `holders` are the ids of the categories that have it; `ownId` is the category that is being changed.
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

/** Whether a category can be changed: it needs an id, and must be there (spec section 5). */
export function changeRefusal(id: string, there: Lookup<boolean>): CategoryRefusal | null {
  if (id === '') return { key: 'notFound' };
  if (there === 'failed') return { key: 'existenceUnchecked' };
  return there.found ? null : { key: 'idNotFound', id };
}

/** Whether a category can be deleted: it must be there and no product may use it (spec section 5). */
export function deleteRefusal(there: Lookup<boolean>, uses: Lookup<number>): CategoryRefusal | null {
  if (there === 'failed') return { key: 'existenceUnchecked' };
  if (!there.found) return { key: 'notFound' };
  if (uses === 'failed') return { key: 'useUnchecked' };
  return uses.found > 0 ? { key: 'inUse', count: String(uses.found) } : null;
}
