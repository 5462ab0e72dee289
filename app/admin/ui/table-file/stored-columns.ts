import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { fields, text } from '#app/product/parse-values.ts';
import type { ColumnMapping } from './columns.ts';

/** Kinds of files with matched columns. */
export type FileKind = 'products' | 'statement' | 'payments';

/** Maximum number of stored mappings to search, latest first. */
const mostFiles = 100;

const lineOf = (headings: readonly string[]) => headings.join('\n');

async function readMatched(supabase: Supabase, kind: FileKind, headings: readonly string[]) {
  const answer = await supabase
    .from('import_columns')
    .select('id, headings, columns')
    .eq('tenant_id', pageTenant())
    .eq('kind', kind)
    .order('updated_at', { ascending: false })
    .limit(mostFiles);
  return dataOf(answer).find((stored) => stored.headings === lineOf(headings));
}

/** Returns the mapping that the store's staff last used for a file with these headings. @throws BackendError */
export async function storedMapping(
  kind: FileKind,
  headings: readonly string[],
): Promise<ColumnMapping | undefined> {
  const matched = await readMatched(await loadSupabase(), kind, headings);
  if (!matched) return undefined;
  const targets = Object.entries(fields(matched.columns));
  return Object.fromEntries(targets.map(([column, target]) => [column, text(target)]));
}

/**
 * Stores the mapping of a file for all staff of the store; without a mapping deletes it.
 * @throws BackendError
 */
export async function storeMapping(
  kind: FileKind,
  headings: readonly string[],
  mapping: ColumnMapping | undefined,
): Promise<void> {
  const supabase = await loadSupabase();
  if (mapping) {
    const row = { tenant_id: pageTenant(), kind, headings: lineOf(headings), columns: mapping };
    dataOf(await supabase.from('import_columns').upsert(row, { onConflict: 'tenant_id,kind,headings_key' }));
    return;
  }
  const matched = await readMatched(supabase, kind, headings);
  if (matched) dataOf(await supabase.from('import_columns').delete().eq('id', matched.id));
}
