import { pageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sellerIn, type TranslatedSeller } from './seller.ts';

/** What a store's papers say of it, in the page's language. */
export interface Letterhead {
  seller: TranslatedSeller;
  /** The brand's name and logo. */
  name: string;
  logo: string;
  /** The logo says the name. */
  hidesName: boolean;
  /** Days in which a fault can be reported. */
  faultDays: number;
}

/** Reads the letterheads of stores, by store. @throws BackendError */
export async function readLetterheads(tenantIds: readonly string[]): Promise<Map<string, Letterhead>> {
  const supabase = await loadSupabase();
  const [sellers, brands, settings] = await Promise.all([
    supabase.from('tenants').select('id, seller').in('id', tenantIds),
    supabase
      .from('brands')
      .select('tenant_id, name, logo, hides_name, translations')
      .in('tenant_id', tenantIds),
    supabase.from('settings').select('tenant_id, fault_days').in('tenant_id', tenantIds),
  ]);
  const brandOf = new Map(dataOf(brands).map((brand) => [brand.tenant_id, translatedRow(brand)]));
  const faultDaysOf = new Map(dataOf(settings).map((row) => [row.tenant_id, row.fault_days]));
  return new Map(
    dataOf(sellers).map(({ id, seller }) => {
      const brand = brandOf.get(id);
      const letterhead = {
        seller: sellerIn(seller, pageLanguage()),
        name: brand?.name ?? '',
        logo: brand?.logo ?? '',
        hidesName: brand?.hides_name ?? false,
        faultDays: faultDaysOf.get(id) ?? 0,
      };
      return [id, letterhead];
    }),
  );
}
