import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase, type Supabase } from '#app/lib/supabase-browser.ts';
import { listPage } from '../list-page.ts';
import { foundInAny } from '../search-pattern.ts';
import type { AuditFilter } from './audit-filter.ts';

export const changesPerPage = 25;

/** A page of what staff changed in the store, the latest first, as the database wrote it down. @throws BackendError */
export async function readAudit(filter: AuditFilter) {
  return listChanges(await loadSupabase(), pageTenant(), filter);
}

/** A page of what staff changed in a store. @throws BackendError */
export async function listChanges(supabase: Supabase, tenantId: string, filter: AuditFilter) {
  const from = (filter.page - 1) * changesPerPage;
  let query = supabase
    .from('audit_log')
    .select('id, actor_name, action, entity, entity_id, label, before, after, created_at', { count: 'exact' })
    .eq('tenant_id', tenantId);
  if (filter.search) query = query.or(foundInAny(['label', 'actor_name', 'entity_id'], filter.search));
  if (filter.thing !== 'all') query = query.eq('entity', filter.thing);
  if (filter.action !== 'all') query = query.eq('action', filter.action);
  const answer = await query.order('id', { ascending: false }).range(from, from + changesPerPage - 1);
  const { rows, count } = listPage(answer);
  return { changes: rows, count };
}

export type AuditedChange = Awaited<ReturnType<typeof readAudit>>['changes'][number];
