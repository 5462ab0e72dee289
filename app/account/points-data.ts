import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** Maximum number of ledger entries on the page. */
const maxEntries = 200;

/** Reads a customer's balance, latest ledger entries and unused vouchers. @throws BackendError */
export async function readPoints(userId: string) {
  const supabase = await loadSupabase();
  const tenantId = pageTenant();
  const [profile, entries, vouchers, uses] = await Promise.all([
    supabase
      .from('profiles')
      .select('points, redeemed_points')
      .eq('id', userId)
      .eq('tenant_id', tenantId)
      .maybeSingle(),
    supabase
      .from('point_entries')
      .select('id, kind, delta, reason, created_at, order:orders(id, number)')
      .eq('user_id', userId)
      .eq('tenant_id', tenantId)
      .order('created_at', { ascending: false })
      .limit(maxEntries),
    supabase
      .from('discounts')
      .select('id, code, value')
      .eq('tenant_id', tenantId)
      .eq('user_id', userId)
      .eq('is_active', true)
      .order('created_at', { ascending: false }),
    supabase.from('discount_uses').select('discount_id').eq('tenant_id', tenantId).eq('user_id', userId),
  ]);
  const used = new Set(dataOf(uses).map((use) => use.discount_id));
  const balance = dataOf(profile);
  return {
    points: balance?.points ?? 0,
    redeemed: balance?.redeemed_points ?? 0,
    entries: dataOf(entries),
    vouchers: dataOf(vouchers).filter(({ id }) => !used.has(id)),
  };
}

export type PointEntry = Awaited<ReturnType<typeof readPoints>>['entries'][number];

/** Exchanges points for a voucher. @throws BackendError */
export async function exchangePoints(points: number): Promise<{ code: string; value: number }> {
  const supabase = await loadSupabase();
  const exchange = { p_tenant_id: pageTenant(), p_points: points };
  return sendOnce('redeem_points', async (requestId) =>
    dataOf(
      await supabase.rpc('redeem_points', { ...exchange, p_request_id: requestId }).select('code, value'),
    ),
  );
}
