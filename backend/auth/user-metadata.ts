import type { JsonObject, Sql } from './parts.ts';

/** Adds and replaces keys of what a user may edit; a key given as null goes. */
export async function mergeUserMetadata(
  sql: Sql,
  userId: string,
  patch: JsonObject,
  time: string,
): Promise<void> {
  const { kept, removed } = splitPatch(patch);
  await sql`
    update auth.users set updated_at = ${time},
      raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${kept}::text::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}

/** The same for what only the server writes. */
export async function mergeAppMetadata(
  sql: Sql,
  userId: string,
  patch: JsonObject,
  time: string,
): Promise<void> {
  const { kept, removed } = splitPatch(patch);
  await sql`
    update auth.users set updated_at = ${time},
      raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || ${kept}::text::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}

function splitPatch(patch: JsonObject): { kept: string; removed: string[] } {
  const entries = Object.entries(patch);
  return {
    kept: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}
