import { brandById, brands } from '#app/brands/brands.ts';
import type { Storefront } from '#app/lib/context.ts';
import { layoutsOf } from './layouts.ts';
import { brandInStore, publicSettings, type SettingsRow, settingsColumns } from './public-settings.ts';
import type { RootData } from './root-data.ts';

async function readSettings({ supabase, tenantId }: Storefront): Promise<SettingsRow | null> {
  const { data, error } = await supabase
    .from('settings')
    .select(settingsColumns)
    .eq('tenant_id', tenantId)
    .maybeSingle();
  if (error) throw error;
  return data;
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
export async function loadRoot(storefront: Storefront): Promise<RootData> {
  const { tenantId, origin, sharedHost, backend, takesCards } = storefront;
  storefront.tag('settings', 'categories');
  const [settings, categories] = await Promise.allSettled([
    storefront.remember('root:settings', ['settings'], () => readSettings(storefront)),
    storefront.remember('root:categories', ['categories'], () => readCategories(storefront)),
  ]);
  const row = settings.status === 'fulfilled' ? settings.value : null;
  const brand = brandInStore(brandById(tenantId) ?? brands[0], row);
  return {
    tenantId: brand.id,
    brand,
    origin,
    sharedHost,
    backend,
    takesCards,
    ...layoutsOf(brand),
    settings: publicSettings(brand, row),
    categories: categories.status === 'fulfilled' ? categories.value : [],
  };
}
