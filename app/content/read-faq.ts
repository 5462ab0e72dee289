import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';
import { type Question, questionsOf } from './faq.ts';

/** Reads the FAQ from the store's settings. */
export function readFaq(store: Storefront): Promise<Question[]> {
  return store.cached('content:faq', ['settings'], async () => {
    const answer = await store.supabase
      .from('settings')
      .select('faq')
      .eq('tenant_id', store.tenantId)
      .maybeSingle();
    return questionsOf(dataOf(answer)?.faq);
  });
}
