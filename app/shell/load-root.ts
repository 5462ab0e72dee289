import { brandById, brands } from '#app/brands/brands.ts';
import type { Storefront } from '#app/lib/context.ts';
import { type Packed, pack } from '#app/lib/packed.ts';
import { layoutsOf } from './layouts.ts';
import { brandInStore, publicSettings, type SettingsRow, settingsColumns } from './public-settings.ts';
import type { RootAnswer, RootData, StoreData } from './root-data.ts';

/** A brand's store with what its settings say, if they could be read, as every page hands it over. */
function storeOf(tenantId: string, row: SettingsRow | null): Packed<StoreData> {
  const brand = brandInStore(brandById(tenantId) ?? brands[0], row);
  return pack({ tenantId: brand.id, brand, ...layoutsOf(brand), settings: publicSettings(brand, row) });
}

async function readStore({ supabase, tenantId }: Storefront) {
  const { data, error } = await supabase
    .from('settings')
    .select(settingsColumns)
    .eq('tenant_id', tenantId)
    .maybeSingle();
  if (error) throw error;
  return storeOf(tenantId, data);
}

async function readCategories({ supabase, tenantId }: Storefront): Promise<RootData['categories']> {
  const { data, error } = await supabase
    .from('categories')
    .select('id, name')
    .eq('tenant_id', tenantId)
    .order('name');
  if (error) throw error;
  return data;
}

/**
 * Reads what every page of a store shows. A backend that does not answer leaves the brand's own settings and no
 * categories, so that the frame of the store still stands.
 */
export async function loadRoot(storefront: Storefront): Promise<RootAnswer> {
  const { tenantId, origin, sharedHost, backend, takesCards } = storefront;
  storefront.tag('settings', 'categories');
  const [store, categories] = await Promise.allSettled([
    storefront.remember('root:settings', ['settings'], () => readStore(storefront)),
    storefront.remember('root:categories', ['categories'], () => readCategories(storefront)),
  ]);
  return {
    store: store.status === 'fulfilled' ? store.value : storeOf(tenantId, null),
    page: pack({
      origin,
      sharedHost,
      backend,
      takesCards,
      categories: categories.status === 'fulfilled' ? categories.value : [],
    }),
  };
}
