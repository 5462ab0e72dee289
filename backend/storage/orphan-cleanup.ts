import type { StorageContext } from './context.ts';

/** Uploads in progress write content before the row, so recent content is kept. */
const GRACE_MS = 24 * 3600 * 1000;

/**
 * Removes content without a row, left by a crash during an upload or removal.
 * @param graceMs minimum age of removed content
 * @returns the number of removed versions
 */
export async function removeOrphans(context: StorageContext, graceMs = GRACE_MS): Promise<number> {
  const before = new Date(context.now().getTime() - graceMs);
  let removed = await context.objects.removePartialWrites(before);
  for await (const versions of context.objects.list(before)) {
    const rows = await context.database.owner<{ version: string }[]>`
      select version from storage.objects where version = any(${versions}::text[])`;
    const referenced = new Set(rows.map((row) => row.version));
    const orphans = versions.filter((version) => !referenced.has(version));
    await context.objects.remove(orphans);
    removed += orphans.length;
  }
  return removed;
}
