import { type Brand, pageBrand } from '#app/brands/brand.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { paletteOf } from '#app/brands/palette.ts';
import { defaultLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { slugOf } from '#app/i18n/page-slugs.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { offeredOptions } from './payment-options.ts';
import { brandInStore, publicSettings, type SettingsRow, settingsColumns } from './public-settings.ts';

/**
 * A brand's store data in the page's language, with its settings if they could be read.
 * @param freeVaries whether the free-delivery amount depends on the place
 */
export function storeData(ownBrand: Brand, row: SettingsRow | null, freeVaries = false) {
  const brand = brandInStore(brandInLanguage(ownBrand, pageLanguage()), row, ownBrand);
  return {
    tenantId: brand.id,
    brand: pageBrand(brand),
    themeColor: { light: paletteOf(brand, 'light').page, dark: paletteOf(brand, 'dark').page },
    settings: publicSettings(brand, row, freeVaries),
    ...partsByArea(brand.design).every,
  };
}

type StoreData = ReturnType<typeof storeData>;

async function readStore(storefront: StoreContext) {
  const { supabase, tenantId } = storefront;
  const [answer, freeVaries] = await Promise.all([
    supabase.from('settings').select(settingsColumns).eq('tenant_id', tenantId).maybeSingle(),
    supabase.rpc('free_delivery_varies', { p_tenant_id: tenantId }),
  ]);
  return storeData(storefront.brand, dataOf(answer), dataOf(freeVaries));
}

/** State of a store that is not open (docs/product.md, Doors). */
export type Opening = {
  state: Enums<'store_state'>;
  /** First day on which a paused store takes orders again, as an ISO date, and the time when that day starts. */
  reopensOn: string | null;
  reopensAt: string | null;
};

/** Null for an open store, so that most pages do not carry it. */
async function readOpening({ supabase, tenantId }: StoreContext): Promise<Opening | null> {
  const answer = await supabase.rpc('store_opening', { p_tenant_id: tenantId }).maybeSingle();
  const row = dataOf(answer);
  if (!row || row.state === 'open') return null;
  return { state: row.state, reopensOn: row.reopens_on, reopensAt: row.reopens_at };
}

async function readCategories({ supabase, tenantId }: StoreContext) {
  const answer = await supabase
    .from('categories')
    .select('id, name, translations, page_slugs')
    .eq('tenant_id', tenantId)
    .order('name');
  return dataOf(answer).map((category) => {
    const { id, name } = translatedRow(category);
    return { id, name, slug: slugOf(category) };
  });
}

/** Translations of option and filter values; empty in the language of the products. */
async function readWords({ supabase, tenantId, language }: StoreContext): Promise<Record<string, string>> {
  if (language === defaultLanguage) return {};
  const answer = await supabase.rpc('shown_words', { p_tenant_id: tenantId, p_language: language });
  return Object.fromEntries(dataOf(answer).map(({ value, shown }) => [value, shown ?? '']));
}

/** Reads a brand's store data with its settings, or with default ones when the backend fails. */
export function readStoreData(storefront: StoreContext): Promise<StoreData> {
  storefront.tag('settings', 'zones');
  return storefront
    .cached('root:settings', ['settings', 'zones'], () => readStore(storefront))
    .catch(() => storeData(storefront.brand, null));
}

/** Reads the data of every page. When the backend fails, uses the brand's default settings and no categories. */
export async function loadRoot(storefront: StoreContext) {
  const {
    origin,
    sharedHost,
    hostTenantId,
    office,
    language,
    backend,
    onlineOptions,
    ownProviders,
    sendsMail,
  } = storefront;
  storefront.tag('categories');
  const [store, categories, words, opening] = await Promise.allSettled([
    readStoreData(storefront),
    storefront.cached('root:categories', ['categories'], () => readCategories(storefront)),
    // Not tagged with products: entries expire each minute anyway, and a new word is no reason to read all
    // products' words after each change.
    storefront.cached('root:words', ['settings'], () => readWords(storefront)),
    storefront.cached('root:opening', ['settings'], () => readOpening(storefront)),
  ]);
  const reopensAt = opening.status === 'fulfilled' ? opening.value?.reopensAt : null;
  if (reopensAt) storefront.freshUntil(Date.parse(reopensAt));
  const data = store.status === 'fulfilled' ? store.value : storeData(storefront.brand, null);
  return {
    ...data,
    origin,
    /** Render time in epoch milliseconds: later changes are replayed to the page. */
    renderedAt: Date.now(),
    /** Whether all stores share this host and `?tenant=` selects one. */
    sharedHost,
    /** Only in the office of another store, or of all stores. */
    ...(office !== undefined && { office, hostTenantId }),
    language,
    backend,
    /** The checkout's payment options: offered in the settings and configured on the server. */
    paymentOptions: offeredOptions(data.settings.payment, onlineOptions, language),
    onlineOptions,
    ownProviders,
    sendsMail,
    categories: categories.status === 'fulfilled' ? categories.value : [],
    words: words.status === 'fulfilled' ? words.value : {},
    /** Null for an open store, and if it cannot be read. */
    opening: opening.status === 'fulfilled' ? opening.value : null,
  };
}
