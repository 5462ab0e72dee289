import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../kit/list/list-page.ts';
import { foundInAny } from '../kit/list/search-pattern.ts';
import { orderOf } from '../kit/list/sort.ts';
import { type AuditFilter, auditSorts, categoryIds, type ThingNames } from './audit-filter.ts';

export const changesPerPage = 25;

/** A page of what staff changed in the store, as the database wrote it down. @throws BackendError */
export async function readAudit(filter: AuditFilter, perPage?: number) {
  return listChanges(await loadSupabase(), pageTenant(), filter, perPage);
}

/** A page of what staff changed in a store. @throws BackendError */
export async function listChanges(
  supabase: Supabase,
  tenantId: string,
  filter: AuditFilter,
  perPage = changesPerPage,
) {
  const from = (filter.page - 1) * perPage;
  const { column, ascending } = orderOf(filter.sort, auditSorts);
  let query = supabase
    .from('audit_log')
    .select('id, actor_name, action, entity, entity_id, label, before, after, created_at', { count: 'exact' })
    .eq('tenant_id', tenantId);
  if (filter.search) query = query.or(foundInAny(['label', 'actor_name', 'entity_id'], filter.search));
  if (filter.thing !== 'all') query = query.eq('entity', filter.thing);
  if (filter.action !== 'all') query = query.eq('action', filter.action);
  const answer = await query
    .order(column, { ascending })
    .order('id', { ascending: false })
    .range(from, from + perPage - 1);
  const { rows, count } = listPage(answer);
  const ids = rows.flatMap(({ before, after }) => categoryIds(before, after));
  return { changes: rows, names: await categoryNames(supabase, tenantId, ids), count };
}

/** The names of a store's categories by their id, of those that are gone the last one that was written down. */
async function categoryNames(
  supabase: Supabase,
  tenantId: string,
  ids: readonly string[],
): Promise<ThingNames> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return {};
  const known = dataOf(
    await supabase.from('categories').select('id, name').eq('tenant_id', tenantId).in('id', asked),
  );
  const gone = asked.filter((id) => known.every((category) => category.id !== id));
  const deleted =
    gone.length === 0
      ? []
      : dataOf(
          await supabase
            .from('audit_log')
            .select('entity_id, label')
            .eq('tenant_id', tenantId)
            .eq('entity', 'categories')
            .eq('action', 'delete')
            .in('entity_id', gone),
        );
  return Object.fromEntries([
    ...deleted.map(({ entity_id, label }) => [entity_id, label]),
    ...known.map(({ id, name }) => [id, name]),
  ]);
}

export type AuditedChange = Awaited<ReturnType<typeof readAudit>>['changes'][number];
