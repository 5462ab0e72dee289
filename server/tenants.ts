import { PostgrestError, type SupabaseClient } from '@supabase/supabase-js';
import type { Brand } from '../app/brands/brand.ts';
import { brandInLanguage } from '../app/brands/brand-in-language.ts';
import { type NewStore, neutralBrand } from '../app/brands/neutral.ts';
import { presets } from '../app/brands/presets.ts';
import type { Database, TablesInsert } from '../app/lib/database.types.ts';
import { rowOfBrand } from '../app/store/brand-row.ts';
import { defaultLegalTexts, defaultQuestions } from '../app/store/default-content.ts';
import { arabicLegalTexts, arabicQuestions } from '../app/store/default-content-arabic.ts';
import { deliveryDays } from '../app/store/public-settings.ts';
import { fillBrands } from './brands/stored-brands.ts';

/** Default settings of a store, which staff may change (docs/product.md, Stores). */
export function defaultSettings(brand: Brand): TablesInsert<'settings'> {
  const { features, contactEmail, contactPhone, address, socialMedia } = brand;
  return {
    tenant_id: brand.id,
    shipping: { ...brand.shipping, ...deliveryDays },
    payment: { ...brand.payment, bankDetails: '' },
    customization: brand.customization,
    contact: { contactEmail, contactPhone, address, socialMedia },
    points: { enabled: brand.pointsSystem, earnRate: 1, pointValue: 0.1 },
    features: {
      wishlist: features.wishlist,
      reviews: features.reviews,
      loyalty: features.loyalty,
      liveChat: features.liveChat,
      restocks: features.restocks,
    },
    legal: { ...defaultLegalTexts(brand) },
    translations: {
      ar: { contact: { address: brandInLanguage(brand, 'ar').address }, legal: arabicLegalTexts(brand) },
    },
  };
}

/** The first FAQ entries of a store, in their order. */
function firstQuestions(brand: Brand) {
  const arabic = arabicQuestions(brand);
  return defaultQuestions(brand).map((question, position) => ({
    ...question,
    translations: { ar: { ...arabic[position] } },
    position,
  }));
}

/** Delivery of a store that has not decided on it: no days are promised, and nothing is free. */
const undecidedShipping = {
  freeShippingThreshold: null,
  defaultShippingFee: 0,
  expressShippingFee: 0,
  standardDaysFrom: null,
  standardDaysTo: null,
  expressDaysFrom: null,
  expressDaysTo: null,
};

/**
 * Makes a closed store with a neutral brand (docs/product.md, Making and removing stores).
 * @param client the server's, or that of an owner of the installation
 * @throws PostgrestError when the database refuses it
 */
export async function createStore(
  client: SupabaseClient<Database>,
  newStore: NewStore,
  requestId?: string,
): Promise<void> {
  const brand = neutralBrand(newStore);
  const { tenant_id: _tenant, ...settings } = defaultSettings(brand);
  const { tenant_id: _id, ...row } = rowOfBrand(brand);
  await client
    .rpc('create_store', {
      p_id: newStore.id,
      p_brand: row,
      p_settings: { ...settings, shipping: undecidedShipping },
      p_questions: firstQuestions(brand),
      ...(requestId && { p_request_id: requestId }),
    })
    .throwOnError();
}

/** The store of an installation that begins without the demo, until its owner names it. */
const firstStore: NewStore = { id: 'store', name: 'New store', look: 'gallery', sells: 'goods' };

/**
 * Sets the stores' limits, and makes the first stores. A new preset becomes a store at the next start of an installation of
 * presets. Existing stores stay as they are, removed ones included.
 * @param storageGigabytes storage quota of each store
 * @param areOpen whether new presets start open, as the demo's do, instead of closed until staff open them
 * @param isNeutral whether an empty installation gets one neutral store instead of the presets
 */
export async function syncTenants(
  admin: SupabaseClient<Database>,
  options: { storageGigabytes: number; areOpen: boolean; isNeutral?: boolean },
): Promise<void> {
  const { storageGigabytes, areOpen, isNeutral = false } = options;
  if (!isNeutral) {
    const tenants = presets.map(({ id, name }, position) => ({ id, name, position }));
    const added = await admin.from('tenants').upsert(tenants, { ignoreDuplicates: true });
    if (added.error) throw new Error(`The stores could not be registered: ${added.error.message}`);
  }
  const known = await admin.from('tenants').select('id');
  if (known.error) throw new Error(`The stores could not be read: ${known.error.message}`);
  const limits = await admin
    .from('storage_limits')
    .upsert(known.data.map(({ id }) => ({ tenant_id: id, storage_limit_mb: storageGigabytes * 1024 })));
  if (limits.error) throw new Error(`The stores' storage could not be limited: ${limits.error.message}`);
  if (known.data.length === 0) {
    await createStore(admin, firstStore).catch((error: unknown) => {
      // Another process of the installation was first.
      if (!(error instanceof PostgrestError && error.details === 'store_id_taken')) throw error;
    });
    return syncTenants(admin, options);
  }
  const ids = new Set(known.data.map(({ id }) => id));
  const brands = presets.filter(({ id }) => ids.has(id));
  await fillBrands(admin, brands);
  await addFirstQuestions(admin, brands);
  const state = areOpen ? 'open' : 'closed';
  const settings = await admin.from('settings').upsert(
    brands.map((brand) => ({ ...defaultSettings(brand), state })),
    { onConflict: 'tenant_id', ignoreDuplicates: true },
  );
  if (settings.error) throw new Error(`The stores' settings could not be made: ${settings.error.message}`);
}

/** Adds the first FAQ entries to stores without settings. */
async function addFirstQuestions(admin: SupabaseClient<Database>, brands: readonly Brand[]): Promise<void> {
  const opened = await admin.from('settings').select('tenant_id');
  if (opened.error) throw new Error(`The stores' settings could not be read: ${opened.error.message}`);
  const known = new Set(opened.data.map(({ tenant_id }) => tenant_id));
  const questions = brands
    .filter(({ id }) => !known.has(id))
    .flatMap((brand) => firstQuestions(brand).map((question) => ({ ...question, tenant_id: brand.id })));
  if (questions.length === 0) return;
  // An interrupted start may have added some.
  const added = await admin
    .from('faq_questions')
    .upsert(questions, { onConflict: 'tenant_id,question', ignoreDuplicates: true });
  if (added.error) throw new Error(`The stores' questions could not be made: ${added.error.message}`);
}
