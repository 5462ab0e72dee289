import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { Pieces } from '../data/shipment-calls.ts';
import type { StatementLine } from './statement-file.ts';

/** A carrier's statement. It must list all deliveries up to the day `until`; '' if it may be incomplete. */
export type CarrierStatement = {
  carrier: string;
  carrier_name: string;
  reference: string;
  until: string;
  lines: StatementLine[];
};

/** A statement line and its ledger amounts, in pounds. `place` is null for an unlisted shipment. */
export type ReadLine = Filled<
  Database['public']['CompositeTypes']['statement_line'],
  'place' | 'shipment_id' | 'name' | 'stated' | 'expected' | 'pieces' | 'taken'
>;

const documentOf = ({ until, ...statement }: CarrierStatement) => ({
  ...statement,
  ...(until ? { until } : {}),
});

/** Compares a statement with the ledger without changing anything. @throws BackendError */
export async function readStatement(statement: CarrierStatement): Promise<ReadLine[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('read_statement', { p_tenant_id: pageTenant(), p_statement: documentOf(statement) })
      .overrideTypes<ReadLine[], { merge: false }>(),
  );
}

/** Settles statement lines that match the ledger, stores the rest as differences. @throws BackendError */
export async function settleStatement(statement: CarrierStatement): Promise<void> {
  const supabase = await loadSupabase();
  const settled = { p_tenant_id: pageTenant(), p_statement: documentOf(statement) };
  await sendOnce(`settle_statement ${JSON.stringify(settled)}`, async (requestId) =>
    dataOf(await supabase.rpc('settle_statement', { ...settled, p_request_id: requestId })),
  );
}

/** Reads the open differences in statements, oldest first. @throws BackendError */
export async function readDifferences() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('settlement_differences')
      .select(
        'id, kind, tracking_number, stated, expected, pieces, created_at, settlements (carrier, carrier_name, reference), shipments (id, number, staff_facts:shipment_staff_facts (settled_at), orders (id, number))',
      )
      .eq('tenant_id', pageTenant())
      .is('resolved_at', null)
      .order('created_at')
      .order('id')
      .limit(200),
  );
}

export type StatementDifference = Awaited<ReturnType<typeof readDifferences>>[number];

/** Reads the cash that carriers hold, and how much for more than two weeks. @throws BackendError */
export async function readCarrierCash() {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('carrier_cash', { p_tenant_id: pageTenant() }));
}

export type CarrierCash = Awaited<ReturnType<typeof readCarrierCash>>[number];

/**
 * Settles a difference with an explanatory note.
 * @param accept books the statement's amount as collected
 * @throws BackendError
 */
export async function resolveDifference(id: string, note: string, accept: boolean): Promise<void> {
  const supabase = await loadSupabase();
  const resolved = { p_id: id, p_note: note, p_accept: accept };
  await sendOnce(`resolve_difference ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('resolve_difference', { ...resolved, p_request_id: requestId })),
  );
}

/** Settles a difference whose shipment was taken only in part. @throws BackendError */
export async function resolveDifferenceAsPart(
  id: string,
  lines: readonly Pieces[],
  note: string,
): Promise<void> {
  const supabase = await loadSupabase();
  const resolved = { p_id: id, p_lines: [...lines], p_note: note };
  await sendOnce(`resolve_difference_as_part ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('resolve_difference_as_part', { ...resolved, p_request_id: requestId })),
  );
}
