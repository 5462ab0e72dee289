import type { Language } from '#app/i18n/languages.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { Refusal } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { brandOfRow } from '#app/store/brand-row.ts';
import type { FactTexts } from '#app/store/facts.ts';
import { settingsColumns } from '#app/store/public-settings.ts';
import { factTextsOf } from '#app/store/read-facts.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { CopiedKind } from './copied-kinds.ts';

/** A part of what is copied: what a store has, and what it would have instead; null for no such part. */
export type CopiedPart = { key: string; now: Json; becomes: Json };

/** What copying would make of a store; `version` is what `applyCopies` expects. */
export type CopyPreview = { tenantId: string; version: string; parts: CopiedPart[] };

/** What became of a copy in a store: the log entries with which it is undone, or why nothing was changed. */
export type CopyOutcome = { tenantId: string; auditIds: number[]; refusal: Refusal | null };

/** Reads what copying from the page's store would make of others. @throws BackendError */
export async function readPreviews(
  kind: CopiedKind,
  tenantIds: readonly string[],
  replace: boolean,
): Promise<CopyPreview[]> {
  if (tenantIds.length === 0) return [];
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('preview_copy', {
    p_kind: kind,
    p_from: pageTenant(),
    p_to: [...tenantIds],
    p_replace: replace,
  });
  const byStore = Map.groupBy(dataOf(answer), ({ tenant_id }) => tenant_id);
  return [...byStore].map(([tenantId, parts]) => ({
    tenantId,
    version: parts[0]?.version ?? '',
    parts: parts.map(({ key, now, becomes }) => ({ key, now, becomes })),
  }));
}

/** Copies from the page's store to others, each as a whole or not at all. @throws BackendError */
export async function applyCopies(
  kind: CopiedKind,
  previews: readonly CopyPreview[],
  replace: boolean,
): Promise<CopyOutcome[]> {
  const supabase = await loadSupabase();
  const copies = {
    p_kind: kind,
    p_from: pageTenant(),
    p_to: previews.map(({ tenantId }) => tenantId),
    p_versions: previews.map(({ version }) => version),
    p_replace: replace,
  };
  const answer = await sendOnce(`copy_to_stores ${JSON.stringify(copies)}`, async (requestId) =>
    dataOf(await supabase.rpc('copy_to_stores', { ...copies, p_request_id: requestId })),
  );
  return answer.map(({ tenant_id, audit_ids, refusal }) => ({
    tenantId: tenant_id ?? '',
    auditIds: audit_ids ?? [],
    refusal,
  }));
}

/** Reads the facts that texts of these stores can name, by store. @throws BackendError */
export async function readFactsOfStores(
  tenantIds: readonly string[],
): Promise<Record<string, Record<Language, FactTexts>>> {
  if (tenantIds.length === 0) return {};
  const supabase = await loadSupabase();
  const [brands, settings, fees] = await Promise.all([
    supabase
      .from('brands')
      .select('*')
      .in('tenant_id', [...tenantIds]),
    supabase
      .from('settings')
      .select(`tenant_id, ${settingsColumns}`)
      .in('tenant_id', [...tenantIds]),
    Promise.all(tenantIds.map((tenantId) => supabase.rpc('delivery_fees', { p_tenant_id: tenantId }))),
  ]);
  const rows = dataOf(settings);
  return Object.fromEntries(
    dataOf(brands).map((brand) => {
      const place = tenantIds.indexOf(brand.tenant_id);
      const facts = {
        settings: rows.find(({ tenant_id }) => tenant_id === brand.tenant_id) ?? null,
        fees: fees[place] ? dataOf(fees[place]) : [],
      };
      return [brand.tenant_id, factTextsOf(brandOfRow(brand, ''), facts)];
    }),
  );
}
