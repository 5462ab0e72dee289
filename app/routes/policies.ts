import type { Policies } from '#app/content/policies.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { storeContext } from '#app/lib/context.ts';
import type { Route } from './+types/policies.ts';

/** The store's legal texts as JSON, for the footer's dialog. */
export async function loader({ context }: Route.LoaderArgs) {
  const storefront = context.get(storeContext);
  const { supabase, tenantId } = storefront;
  const policies = await storefront.cached('policies', ['settings'], async (): Promise<Policies> => {
    const answer = await supabase
      .from('settings')
      .select('legal, translations')
      .eq('tenant_id', tenantId)
      .maybeSingle();
    const row = dataOf(answer);
    const { shippingReturns, terms } = row?.legal ?? {};
    const said = translatedWords(row?.translations, 'legal');
    return { shippingReturns: shippingReturns ?? '', terms: terms ?? '', ...said };
  });
  return Response.json(policies);
}
