import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { ReportLine } from './report-file.ts';

/** Providers whose reports can be uploaded; names are the same in both languages. */
export const providers = [
  { value: 'paymob', label: 'Paymob' },
  { value: 'kashier', label: 'Kashier' },
  { value: 'stripe', label: 'Stripe' },
];

/** Returns the display name of a provider. */
export const providerName = (provider: string): string =>
  providers.find(({ value }) => value === provider)?.label ?? provider;

/** Reads the open differences between providers and the ledger, oldest first. @throws BackendError */
export async function readPaymentDifferences() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('payment_differences')
      .select(
        'id, provider, kind, transaction_id, stated, expected, currency, created_at, orders (id, number)',
      )
      .eq('tenant_id', pageTenant())
      .is('resolved_at', null)
      .order('created_at')
      .order('id')
      .limit(200),
  );
}

export type PaymentDifference = Awaited<ReturnType<typeof readPaymentDifferences>>[number];

/** Reads the days compared last, newest first. @throws BackendError */
export async function readPaymentReports() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('payment_reports')
      .select('id, provider, day, source, transactions, differences, compared_at')
      .eq('tenant_id', pageTenant())
      .order('day', { ascending: false })
      .order('provider')
      .limit(30),
  );
}

export type PaymentReport = Awaited<ReturnType<typeof readPaymentReports>>[number];

/** Compares a provider's report of a day with the ledger. @throws BackendError */
export async function comparePaymentFile(provider: string, day: string, lines: readonly ReportLine[]) {
  const supabase = await loadSupabase();
  const report = { day, lines: lines.map((line) => ({ ...line })) };
  const compared = { p_tenant_id: pageTenant(), p_provider: provider, p_report: report };
  return sendOnce(`compare_payment_file ${JSON.stringify(compared)}`, async (requestId) =>
    dataOf(await supabase.rpc('compare_payment_file', { ...compared, p_request_id: requestId })),
  );
}

/** Settles a difference with an explanatory note. @throws BackendError */
export async function resolvePaymentDifference(id: string, note: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`resolve_payment_difference ${id}`, async (requestId) =>
    dataOf(
      await supabase.rpc('resolve_payment_difference', { p_id: id, p_note: note, p_request_id: requestId }),
    ),
  );
}
