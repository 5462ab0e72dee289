import type { JsonObject, Sql } from './parts.ts';

/** Adds and replaces keys of what a user may edit; a key given as null goes. */
export const mergeUserMetadata = merging('raw_user_meta_data');

/** The same for what only the server writes. */
export const mergeAppMetadata = merging('raw_app_meta_data');

function merging(column: 'raw_user_meta_data' | 'raw_app_meta_data') {
  return async (sql: Sql, userId: string, patch: JsonObject, time: string): Promise<void> => {
    const { kept, removed } = splitPatch(patch);
    await sql`
      update auth.users set updated_at = ${time},
        ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${kept}::text::jsonb) - ${removed}::text[]
      where id = ${userId}`;
  };
}

function splitPatch(patch: JsonObject): { kept: string; removed: string[] } {
  const entries = Object.entries(patch);
  return {
    kept: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}
