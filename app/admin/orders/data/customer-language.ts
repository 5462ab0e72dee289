import { type Language, languages } from '#app/i18n/languages.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A customer's language, and the store's name in it. */
export type CustomerLanguage = { language: Language; store: string };

/**
 * Reads the language that a store writes to a customer in: the store's only one, else the one the customer chose, else the
 * store's default.
 * @param customerId null for a customer without an account
 * @throws BackendError
 */
export async function readCustomerLanguage(
  tenantId: string,
  customerId: string | null,
): Promise<CustomerLanguage> {
  const supabase = await loadSupabase();
  const [brands, profiles] = await Promise.all([
    supabase
      .from('brands')
      .select('name, translations, only_language, default_language')
      .eq('tenant_id', tenantId)
      .single(),
    customerId
      ? supabase
          .from('profiles')
          .select('language')
          .eq('tenant_id', tenantId)
          .eq('id', customerId)
          .maybeSingle()
      : null,
  ]);
  const brand = dataOf(brands);
  const chosen = profiles && dataOf(profiles)?.language;
  const language =
    languages.find((one) => one === (brand.only_language ?? chosen ?? brand.default_language)) ?? 'ar';
  return { language, store: translatedRow(brand, language).name };
}
