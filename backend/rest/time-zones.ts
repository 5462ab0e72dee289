import type { Database } from '../lib/db.ts';

/** The names that `Prefer: timezone=` may give. They are many files to read, so that they are asked for at the first use. */
export function timeZones(database: Database): () => Promise<ReadonlySet<string>> {
  let names: Promise<ReadonlySet<string>> | undefined;
  const read = async () => {
    const rows = await database.run({ role: 'anon', claims: {} }, 'select name from pg_timezone_names', [], {
      readOnly: true,
    });
    return new Set(rows.map(({ name }) => String(name)));
  };
  return () => {
    names ??= read().catch((error: unknown) => {
      names = undefined;
      throw error;
    });
    return names;
  };
}
