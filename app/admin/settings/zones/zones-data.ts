import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { StoredZone } from './zone-form.ts';

const columns =
  'id, name, translations, position, places, rates, max_grams, carrier, is_active, version' as const;

/** A district of a governorate. */
export type DistrictRow = Pick<Tables<'districts'>, 'id' | 'governorate' | 'name' | 'name_ar'>;

/** Reads the store's zones, sorted by name. @throws BackendError */
export async function readZones(): Promise<StoredZone[]> {
  const supabase = await loadSupabase();
  const zones = supabase.from('shipping_zones').select(columns).eq('tenant_id', pageTenant());
  return dataOf(await zones.order('position').order('name').order('id'));
}

/** Reads all districts, sorted by governorate and name. @throws BackendError */
export async function readDistricts(): Promise<DistrictRow[]> {
  const supabase = await loadSupabase();
  const districts = supabase.from('districts').select('id, governorate, name, name_ar');
  return dataOf(await districts.order('governorate').order('name'));
}
