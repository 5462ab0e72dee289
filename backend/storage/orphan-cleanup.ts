import type { StorageContext } from './context.ts';

/** Uploads in progress have bytes before they have a row; younger bytes are left alone. */
const GRACE_MS = 24 * 3600 * 1000;

/**
 * Removes bytes that no row names: what a crash between writing and committing left, or between a removal's two halves.
 * @param graceMs how old bytes without a row must be
 * @returns how many versions went
 */
export async function removeOrphans(context: StorageContext, graceMs = GRACE_MS): Promise<number> {
  const before = new Date(context.now().getTime() - graceMs);
  let removed = await context.objects.removeBrokenWrites(before);
  for await (const versions of context.objects.list(before)) {
    const rows = await context.database.owner<{ version: string }[]>`
      select version from storage.objects where version = any(${versions}::text[])`;
    const named = new Set(rows.map((row) => row.version));
    const orphans = versions.filter((version) => !named.has(version));
    await context.objects.remove(orphans);
    removed += orphans.length;
  }
  return removed;
}
