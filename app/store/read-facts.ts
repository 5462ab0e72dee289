import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import type { Language } from '#app/i18n/languages.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { factTexts } from './fact-texts.ts';
import type { FactTexts } from './facts.ts';
import { brandInStore, publicSettings, settingsColumns } from './public-settings.ts';

/** Reads the facts that texts of a store can name. Cached until settings or zones change. @throws BackendError */
export function readFactTexts(store: StoreContext): Promise<Record<Language, FactTexts>> {
  const { supabase, tenantId } = store;
  return store.cached('facts', ['settings', 'zones'], async () => {
    const [settings, fees] = await Promise.all([
      supabase.from('settings').select(settingsColumns).eq('tenant_id', tenantId).maybeSingle(),
      supabase.rpc('delivery_fees', { p_tenant_id: tenantId }),
    ]);
    const row = dataOf(settings);
    const own = store.brand;
    const brand = brandInStore(brandInLanguage(own, store.language), row, own);
    return factTexts({ brand, settings: publicSettings(brand, row), fees: dataOf(fees) });
  });
}
