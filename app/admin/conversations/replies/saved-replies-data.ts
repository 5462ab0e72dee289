import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Reads the store's saved replies, sorted by name. @throws BackendError */
export async function readSavedReplies() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('saved_replies')
      .select('id, title, body, translations, version')
      .eq('tenant_id', pageTenant())
      .order('title')
      .order('id'),
  );
}

export type SavedReply = Awaited<ReturnType<typeof readSavedReplies>>[number];

/** Number of a customer's latest orders that a reply can be about. */
const latestOrders = 5;

/**
 * Reads the latest orders of a customer, by their account or the email address that they wrote from, and the language
 * they chose. @throws BackendError
 */
export async function readRepliedOrders({ userId, email }: { userId: string | null; email: string }) {
  const supabase = await loadSupabase();
  const orders = supabase
    .from('orders')
    .select(
      'number, total:cost, status, slot_date, shipments (number, state, carrier_name, tracking_number, tracking_url)',
    )
    .eq('tenant_id', pageTenant());
  return dataOf(
    await (userId ? orders.eq('user_id', userId) : orders.eq('customer_email', email))
      .order('created_at', { ascending: false })
      .limit(latestOrders),
  );
}

/** Reads the language that a customer chose; null when they chose none. @throws BackendError */
export async function readCustomerLanguage(userId: string) {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('profiles')
    .select('language')
    .eq('tenant_id', pageTenant())
    .eq('id', userId)
    .maybeSingle();
  return dataOf(answer)?.language ?? null;
}
