import { useMemo } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import type { Language } from '#app/i18n/languages.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { factTexts } from '#app/store/fact-texts.ts';
import type { DeliveryFee, FactTexts, StoreFacts } from '#app/store/facts.ts';
import { useRootData } from '#app/store/root-data.ts';

/** Reads what delivery costs in each zone of the store. @throws BackendError */
export async function readDeliveryFees(): Promise<DeliveryFee[]> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('delivery_fees', { p_tenant_id: pageTenant() }));
}

/** The store's facts, and their texts in each language. */
export function useStoreFacts(fees: readonly DeliveryFee[]): {
  facts: StoreFacts;
  texts: Record<Language, FactTexts>;
} {
  const brand = useBrand();
  const { settings } = useRootData();
  return useMemo(() => {
    const facts = { brand, settings, fees };
    return { facts, texts: factTexts(facts) };
  }, [brand, settings, fees]);
}
