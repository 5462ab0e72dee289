import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../ui/list/read-by-key.ts';
import { foldedPattern } from '../ui/list/search-pattern.ts';
import { orderOf } from '../ui/list/sort.ts';
import { undoDays } from '../ui/undo.ts';
import {
  type AuditFilter,
  auditSorts,
  categoryIds,
  type EntityNames,
  trashedTables,
} from './audit-filter.ts';

export const changesPerPage = 25;

const columns = 'id, actor_name, action, entity, entity_id, label, before, after, undone_at, created_at';

/**
 * Reads a page of the audit log, where a bulk change is one entry; a search matches any of its rows.
 * @throws BackendError
 */
export async function readAudit(filter: AuditFilter) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * changesPerPage;
  const { column, ascending } = orderOf(filter.sort, auditSorts);
  const answer = await filteredChanges(supabase, filter, 'exact')
    .order(column, { ascending })
    .order('id', { ascending: false })
    .range(from, from + changesPerPage - 1);
  const { rows, count } = listPage(answer);
  return { rows: await withStates(supabase, rows), count };
}

/** Reads all audit log entries that match a filter, in the list's sort. @throws BackendError */
export async function readAllAudit(filter: AuditFilter): Promise<AuditedChange[]> {
  const supabase = await loadSupabase();
  const changes = await readByKey<AuditedChange>(async (after, limit) => {
    const query = filteredChanges(supabase, filter).order('id').limit(limit);
    return withStates(supabase, dataOf(await (after === null ? query : query.gt('id', after))));
  });
  const { column, ascending } = orderOf(filter.sort, auditSorts);
  return sortedBy(changes.reverse(), column, ascending);
}

/** Returns the query for the entries that match a filter, unsorted. */
function filteredChanges(supabase: Supabase, filter: AuditFilter, count?: 'exact') {
  let query = supabase
    .from('audit_log')
    .select(columns, count && { count })
    .eq('tenant_id', pageTenant());
  query = filter.search ? query.like('search_text', foldedPattern(filter.search)) : query.is('part_of', null);
  if (filter.table !== 'all') query = query.eq('entity', filter.table);
  if (filter.action !== 'all') query = query.eq('action', filter.action);
  return query;
}

type Entry = NonNullable<Awaited<ReturnType<typeof filteredChanges>>['data']>[number];

/** Adds to entries the names they refer to, how many rows they changed and whether they can be undone. */
async function withStates(supabase: Supabase, entries: readonly Entry[]) {
  const tenantId = pageTenant();
  const [names, states] = await Promise.all([
    categoryNames(supabase, entries),
    supabase.rpc('audit_states', { p_tenant_id: tenantId, p_ids: entries.map(({ id }) => id) }),
  ]);
  const stateOf = new Map(dataOf(states).map((state) => [state.id, state]));
  return entries.map((entry) => {
    const state = stateOf.get(entry.id);
    return { ...entry, names, parts: state?.parts ?? 0, canUndo: state?.can_undo ?? false };
  });
}

/** Maximum number of rows read of a bulk change. */
const mostParts = 200;

/** Reads the rows of a bulk change after the first, which its entry names. @throws BackendError */
export async function readParts(id: number) {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('audit_log')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .eq('part_of', id)
    .order('id')
    .limit(mostParts);
  const parts = dataOf(answer);
  return { parts, names: await categoryNames(supabase, parts) };
}

export const trashPerPage = 25;

/** Returns the query for restorable rows, unsorted. */
function trash(supabase: Supabase, count?: 'exact') {
  return supabase
    .from('audit_log')
    .select('id, actor_name, entity, label, entity_id, created_at', count && { count })
    .eq('tenant_id', pageTenant())
    .eq('action', 'delete')
    .in('entity', [...trashedTables])
    .is('undone_at', null)
    .gt('created_at', new Date(Date.now() - undoDays * 86_400_000).toISOString());
}

/** Reads a page of the trash, latest deletion first. @throws BackendError */
export async function readTrash(page: number, perPage = trashPerPage) {
  const supabase = await loadSupabase();
  const from = (page - 1) * perPage;
  return listPage(
    await trash(supabase, 'exact')
      .order('id', { ascending: false })
      .range(from, from + perPage - 1),
  );
}

/** Reads the whole trash, latest deletion first. @throws BackendError */
export async function readAllTrash(): Promise<DeletedRow[]> {
  const supabase = await loadSupabase();
  const deleted = await readByKey<DeletedRow>(async (after, limit) => {
    const query = trash(supabase).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after)));
  });
  return deleted.reverse();
}

export type DeletedRow = Awaited<ReturnType<typeof readTrash>>['rows'][number];

/** Reads category names by id; for deleted categories, the last name in the audit log. */
async function categoryNames(
  supabase: Supabase,
  changes: readonly { before: unknown; after: unknown }[],
): Promise<EntityNames> {
  const tenantId = pageTenant();
  const ids = [...new Set(changes.flatMap(({ before, after }) => categoryIds(before, after)))];
  if (ids.length === 0) return {};
  const existing = dataOf(
    await supabase.from('categories').select('id, name').eq('tenant_id', tenantId).in('id', ids),
  );
  const missingIds = ids.filter((id) => existing.every((category) => category.id !== id));
  const deleted =
    missingIds.length === 0
      ? []
      : dataOf(
          await supabase
            .from('audit_log')
            .select('entity_id, label')
            .eq('tenant_id', tenantId)
            .eq('entity', 'categories')
            .eq('action', 'delete')
            .in('entity_id', missingIds),
        );
  return Object.fromEntries([
    ...deleted.map(({ entity_id, label }) => [entity_id, label]),
    ...existing.map(({ id, name }) => [id, name]),
  ]);
}

export type AuditedChange = Awaited<ReturnType<typeof withStates>>[number];
