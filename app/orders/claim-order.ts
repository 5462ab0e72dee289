import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Adds an order that staff made to the account of the person, by the secret of its message's link. @throws BackendError */
export async function claimOrder(secret: string): Promise<string> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('claim_order', { p_token: secret }));
}
