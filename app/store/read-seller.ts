import { pageLanguage } from '#app/i18n/page-language.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sellerIn, type TranslatedSeller } from './seller.ts';

/** Reads the store as its papers name it, in the page's language. @throws BackendError */
export async function readSeller(): Promise<TranslatedSeller> {
  const supabase = await loadSupabase();
  const answer = await supabase.from('tenants').select('seller').eq('id', pageTenant()).single();
  return sellerIn(dataOf(answer).seller, pageLanguage());
}
