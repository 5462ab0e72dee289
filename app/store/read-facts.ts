import type { SupabaseClient } from '@supabase/supabase-js';
import type { Brand } from '#app/brands/brand.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import type { Language } from '#app/i18n/languages.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Database } from '#app/lib/database.types.ts';
import { factTexts } from './fact-texts.ts';
import type { DeliveryFee, FactTexts, StoreFacts } from './facts.ts';
import { publicSettings, type SettingsRow, settingsColumns } from './public-settings.ts';

/** The rows that a store's facts are made of. */
export interface FactRows {
  settings: SettingsRow | null;
  fees: readonly DeliveryFee[];
}

/** Reads what a store's facts are made of. @throws BackendError */
export async function readFactRows(supabase: SupabaseClient<Database>, tenantId: string): Promise<FactRows> {
  const [settings, fees] = await Promise.all([
    supabase.from('settings').select(settingsColumns).eq('tenant_id', tenantId).maybeSingle(),
    supabase.rpc('delivery_fees', { p_tenant_id: tenantId }),
  ]);
  return { settings: dataOf(settings), fees: dataOf(fees) };
}

/** The facts of a store in a language. */
export function factsOf(brand: Brand, { settings, fees }: FactRows, language: Language): StoreFacts {
  const own = brandInLanguage(brand, language);
  return { brand: own, settings: publicSettings(own, settings, false, language), fees };
}

/** The texts of a store's facts, each in its language. */
export const factTextsOf = (brand: Brand, rows: FactRows): Record<Language, FactTexts> => ({
  en: factTexts(factsOf(brand, rows, 'en')).en,
  ar: factTexts(factsOf(brand, rows, 'ar')).ar,
});

/** Reads the facts that texts of a store can name. Cached until settings or zones change. @throws BackendError */
export function readFactTexts(store: StoreContext): Promise<Record<Language, FactTexts>> {
  return store.cached('facts', ['settings', 'zones'], async () =>
    factTextsOf(store.brand, await readFactRows(store.supabase, store.tenantId)),
  );
}
