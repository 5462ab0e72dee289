import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** An offer with the number of orders that used it, and in pounds what it took off and what they cost. */
export type ListedOffer = Tables<'offers'> & { uses: number; given: number; revenue: number };

/** Reads the store's offers, newest first, with what they brought and cost. @throws BackendError */
export async function readOffers(): Promise<ListedOffer[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(
    await supabase
      .from('offers')
      .select('*')
      .eq('tenant_id', pageTenant())
      .order('created_at', { ascending: false })
      .order('id'),
  );
  if (rows.length === 0) return [];
  const counted = dataOf(
    await supabase.rpc('offer_use_counts', { p_tenant_id: pageTenant(), p_ids: rows.map(({ id }) => id) }),
  );
  const countsOf = new Map(counted.map((one) => [one.offer_id, one]));
  return rows.map((row) => {
    const { uses = 0, given = 0, revenue = 0 } = countsOf.get(row.id) ?? {};
    return { ...row, uses, given, revenue };
  });
}

/** The store's categories to choose from. */
export type OfferCategory = Pick<Tables<'categories'>, 'id' | 'name' | 'translations'>;

/** Reads the store's categories by name. @throws BackendError */
export async function readOfferCategories(): Promise<OfferCategory[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('categories')
      .select('id, name, translations')
      .eq('tenant_id', pageTenant())
      .order('name'),
  );
}
