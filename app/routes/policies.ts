import type { LoaderFunctionArgs } from 'react-router';
import type { Policies } from '#app/content/policies.ts';
import { storefrontContext } from '#app/lib/context.ts';
import type { Json } from '#app/lib/database.types.ts';

function text(legal: Json, key: keyof Policies): string {
  if (typeof legal !== 'object' || legal === null || Array.isArray(legal)) return '';
  const value = legal[key];
  return typeof value === 'string' ? value : '';
}

/** The store's legal texts as JSON, for the footer's dialog. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const storefront = context.get(storefrontContext);
  const { supabase, tenantId } = storefront;
  const policies = await storefront.cached('policies', ['settings'], async (): Promise<Policies> => {
    const { data, error } = await supabase
      .from('settings')
      .select('legal')
      .eq('tenant_id', tenantId)
      .maybeSingle();
    if (error) throw error;
    const legal = data?.legal ?? null;
    return { shippingReturns: text(legal, 'shippingReturns'), terms: text(legal, 'terms') };
  });
  return Response.json(policies);
}
