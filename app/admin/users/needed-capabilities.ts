import type { Capability } from '#app/lib/database.constants.ts';

/**
 * Chosen capabilities with all that they need (docs/product.md, Rights), as the database adds them.
 * @param needs what each capability needs, indirectly too
 */
export function withNeeded(
  chosen: Iterable<Capability>,
  needs: ReadonlyMap<Capability, readonly Capability[]>,
): Set<Capability> {
  const all = new Set<Capability>();
  for (const capability of chosen) {
    all.add(capability);
    for (const needed of needs.get(capability) ?? []) all.add(needed);
  }
  return all;
}
