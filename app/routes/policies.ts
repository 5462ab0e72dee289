import type { Policies } from '#app/content/policies.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { storeContext } from '#app/lib/context.ts';
import type { Json } from '#app/lib/database.types.ts';
import type { Route } from './+types/policies.ts';

function text(legal: Json, key: keyof Policies): string {
  if (typeof legal !== 'object' || legal === null || Array.isArray(legal)) return '';
  const value = legal[key];
  return typeof value === 'string' ? value : '';
}

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
    const legal = row?.legal ?? null;
    const said = translatedWords(row?.translations, 'legal');
    return { shippingReturns: text(legal, 'shippingReturns'), terms: text(legal, 'terms'), ...said };
  });
  return Response.json(policies);
}
