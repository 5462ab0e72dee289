import type { SupabaseClient } from '@supabase/supabase-js';
import type { Brand } from '../app/brands/brand.ts';
import { brands } from '../app/brands/brands.ts';
import type { Database, TablesInsert } from '../app/lib/database.types.ts';
import { firstLegalTexts, firstQuestions } from '../app/lib/default-content.ts';

/** What a store's settings start with; from then on the row counts and staff change it (spec section 3). */
export function firstSettings(brand: Brand): TablesInsert<'settings'> {
  const { features, contactEmail, contactPhone, address, socialMedia } = brand;
  return {
    tenant_id: brand.id,
    shipping: brand.shipping,
    payment: { ...brand.payment, bankDetails: '' },
    customization: brand.customization,
    contact: { contactEmail, contactPhone, address, socialMedia },
    points: { enabled: brand.pointsSystem, earnRate: 1, pointValue: 0.1 },
    features: {
      wishlist: features.wishlist,
      reviews: features.reviews,
      loyalty: features.loyalty,
      liveChat: features.liveChat,
    },
    legal: { ...firstLegalTexts(brand) },
    faq: firstQuestions(brand),
  };
}

/**
 * Makes the tenants known to the database in the order of the brand list, and gives new ones their settings. A brand
 * that was added to the list is a store after the next start.
 * @param admin client with the secret key.
 */
export async function syncTenants(admin: SupabaseClient<Database>): Promise<void> {
  const tenants = brands.map((brand, position) => ({ id: brand.id, name: brand.name, position }));
  const named = await admin.from('tenants').upsert(tenants);
  if (named.error) throw new Error(`The stores could not be registered: ${named.error.message}`);
  const settings = await admin
    .from('settings')
    .upsert(brands.map(firstSettings), { onConflict: 'tenant_id', ignoreDuplicates: true });
  if (settings.error) throw new Error(`The stores' settings could not be made: ${settings.error.message}`);
}
