import { type Policies, policyTabs } from '#app/content/policies.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { type StoreContext, storeContext } from '#app/lib/context.ts';
import { rowWithFacts } from '#app/store/fact-texts.ts';
import { readFactTexts } from '#app/store/read-facts.ts';
import type { Route } from './+types/policies.ts';

/** The store's legal texts as JSON, for the footer's dialog. */
export async function loader({ context }: Route.LoaderArgs) {
  const storefront = context.get(storeContext);
  storefront.tag('settings', 'zones');
  const [policies, facts] = await Promise.all([readPolicies(storefront), readFactTexts(storefront)]);
  return Response.json(translatedRow(rowWithFacts(policies, policyTabs, facts)));
}

async function readPolicies(storefront: StoreContext): Promise<Policies & { translations: object }> {
  const { supabase, tenantId } = storefront;
  return storefront.cached('policies', ['settings'], async () => {
    const answer = await supabase
      .from('settings')
      .select('legal, translations')
      .eq('tenant_id', tenantId)
      .maybeSingle();
    const row = dataOf(answer);
    const { shippingReturns, terms } = row?.legal ?? {};
    return {
      shippingReturns: shippingReturns ?? '',
      terms: terms ?? '',
      translations: { ar: translatedWords(row?.translations, 'legal', 'ar') },
    };
  });
}
