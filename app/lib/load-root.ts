import type { Brand } from '#app/brands/brand.ts';
import { brandById, brands } from '#app/brands/brands.ts';
import { fallbackFontCss, fontFaceCss } from '#app/brands/fonts.ts';
import { layoutsOf } from '#app/brands/layouts/layouts.ts';
import { paletteOf } from '#app/brands/palette.ts';
import { brandCss, ornamentCss } from '#app/brands/tokens.ts';
import type { Storefront } from './context.ts';
import { brandInStore, publicSettings, type SettingsRow, settingsColumns } from './public-settings.ts';

/** What the document's head says of a brand's look. */
function headOf(brand: Brand) {
  return {
    css: fallbackFontCss(brand) + fontFaceCss(brand) + brandCss(brand) + ornamentCss(brand),
    themeColor: { light: paletteOf(brand, 'light').page, dark: paletteOf(brand, 'dark').page },
  };
}

/** A brand's store with what its settings say, if they could be read. */
export function storeData(ownBrand: Brand, row: SettingsRow | null) {
  const brand = brandInStore(ownBrand, row);
  return {
    tenantId: brand.id,
    brand,
    head: headOf(brand),
    settings: publicSettings(brand, row),
    ...layoutsOf(brand),
  };
}

async function readStore({ supabase, tenantId }: Storefront) {
  const { data, error } = await supabase
    .from('settings')
    .select(settingsColumns)
    .eq('tenant_id', tenantId)
    .maybeSingle();
  if (error) throw error;
  return storeData(brandById(tenantId) ?? brands[0], data);
}

async function readCategories({ supabase, tenantId }: Storefront) {
  const { data, error } = await supabase
    .from('categories')
    .select('id, name')
    .eq('tenant_id', tenantId)
    .order('name');
  if (error) throw error;
  return data;
}

/**
 * Reads what every page of a store shows. Without an answer of the backend the brand's own settings and no categories
 * stand in.
 */
export async function loadRoot(storefront: Storefront) {
  const { tenantId, origin, sharedHost, backend, takesCards } = storefront;
  storefront.tag('settings', 'categories');
  const [store, categories] = await Promise.allSettled([
    storefront.cached('root:settings', ['settings'], () => readStore(storefront)),
    storefront.cached('root:categories', ['categories'], () => readCategories(storefront)),
  ]);
  return {
    ...(store.status === 'fulfilled' ? store.value : storeData(brandById(tenantId) ?? brands[0], null)),
    origin,
    /** When the page was rendered, in milliseconds since 1970: changes since then are replayed to it. */
    renderedAt: Date.now(),
    /** Whether the host is that of all stores together, so that `?tenant=` says which one is meant. */
    sharedHost,
    backend,
    /** Whether the server can take card payments; the store's settings say whether it should. */
    takesCards,
    categories: categories.status === 'fulfilled' ? categories.value : [],
  };
}
