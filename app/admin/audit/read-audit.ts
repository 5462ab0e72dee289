import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { foundInAny } from '../search-pattern.ts';
import type { AuditFilter } from './audit-filter.ts';

export const changesPerPage = 25;

/** A page of what staff changed in the store, the latest first, as the database wrote it down. @throws BackendError */
export async function readAudit(filter: AuditFilter) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * changesPerPage;
  let query = supabase
    .from('audit_log')
    .select('id, actor_name, action, entity, entity_id, label, before, after, created_at', { count: 'exact' })
    .eq('tenant_id', pageTenant());
  if (filter.search) query = query.or(foundInAny(['label', 'actor_name', 'entity_id'], filter.search));
  if (filter.thing !== 'all') query = query.eq('entity', filter.thing);
  if (filter.action !== 'all') query = query.eq('action', filter.action);
  const answer = await query.order('id', { ascending: false }).range(from, from + changesPerPage - 1);
  if (answer.error?.code === 'PGRST103') return { changes: [], count: 0 };
  return { changes: dataOf(answer), count: answer.count ?? 0 };
}

export type AuditedChange = Awaited<ReturnType<typeof readAudit>>['changes'][number];
