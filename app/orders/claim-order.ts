import ordersMessages from '#app/i18n/messages/en/orders.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Adds an order that staff made to the account of the person, by the secret of its message's link. */
export async function claimOrder(secret: string): Promise<{ id: string } | { refusal: string }> {
  try {
    const supabase = await loadSupabase();
    return { id: dataOf(await supabase.rpc('claim_order', { p_token: secret })) };
  } catch (error) {
    return { refusal: refusalMessage(error) ?? getTranslations('orders', ordersMessages)('unreachable') };
  }
}
