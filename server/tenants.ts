import type { SupabaseClient } from '@supabase/supabase-js';
import type { Brand } from '../app/brands/brand.ts';
import { brandInLanguage } from '../app/brands/brand-in-language.ts';
import { presets } from '../app/brands/presets.ts';
import type { Database, TablesInsert } from '../app/lib/database.types.ts';
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

/**
 * Registers the presets as stores, in order, and fills the rows of new ones. A new preset becomes a store at the next
 * start.
 * @param storageGigabytes storage quota of each store
 * @param areOpen whether new stores start open, as the demo's do, instead of closed until staff open them
 */
export async function syncTenants(
  admin: SupabaseClient<Database>,
  { storageGigabytes, areOpen }: { storageGigabytes: number; areOpen: boolean },
): Promise<void> {
  const tenants = presets.map(({ id, name }, position) => ({ id, name, position }));
  const added = await admin.from('tenants').upsert(tenants, { ignoreDuplicates: true });
  if (added.error) throw new Error(`The stores could not be registered: ${added.error.message}`);
  const known = await admin.from('tenants').select('id');
  if (known.error) throw new Error(`The stores could not be read: ${known.error.message}`);
  const limits = await admin
    .from('storage_limits')
    .upsert(known.data.map(({ id }) => ({ tenant_id: id, storage_limit_mb: storageGigabytes * 1024 })));
  if (limits.error) throw new Error(`The stores' storage could not be limited: ${limits.error.message}`);
  await fillBrands(admin);
  await addFirstQuestions(admin);
  const state = areOpen ? 'open' : 'closed';
  const settings = await admin.from('settings').upsert(
    presets.map((brand) => ({ ...defaultSettings(brand), state })),
    { onConflict: 'tenant_id', ignoreDuplicates: true },
  );
  if (settings.error) throw new Error(`The stores' settings could not be made: ${settings.error.message}`);
}

/** Adds the first FAQ entries to stores without settings. */
async function addFirstQuestions(admin: SupabaseClient<Database>): Promise<void> {
  const opened = await admin.from('settings').select('tenant_id');
  if (opened.error) throw new Error(`The stores' settings could not be read: ${opened.error.message}`);
  const known = new Set(opened.data.map(({ tenant_id }) => tenant_id));
  const questions = presets
    .filter(({ id }) => !known.has(id))
    .flatMap((brand) => {
      const arabic = arabicQuestions(brand);
      return defaultQuestions(brand).map((question, position) => ({
        ...question,
        translations: { ar: { ...arabic[position] } },
        tenant_id: brand.id,
        position,
      }));
    });
  if (questions.length === 0) return;
  // An interrupted start may have added some.
  const added = await admin
    .from('faq_questions')
    .upsert(questions, { onConflict: 'tenant_id,question', ignoreDuplicates: true });
  if (added.error) throw new Error(`The stores' questions could not be made: ${added.error.message}`);
}
