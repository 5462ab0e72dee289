import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { slugOf } from '#app/i18n/page-slugs.ts';
import { translationOf } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { addressList } from '#app/product/parse-values.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';

const mostProducts = 6;

/** The language of the script that a term is typed in; undefined without letters. */
function scriptOf(term: string): Language | undefined {
  const [letter] = /\p{L}/u.exec(term) ?? [];
  if (letter === undefined) return undefined;
  return /\p{Script=Arabic}/u.test(letter) ? 'ar' : 'en';
}

/**
 * Suggests categories, then products, for a partial search term.
 * @param language of the names; by default the one whose script was typed
 */
export async function readSuggestions(
  store: StoreContext,
  term: string,
  language: Language = scriptOf(term) ?? pageLanguage(),
): Promise<Suggestions> {
  store.tag('listing', 'categories');
  const answer = await store.supabase.rpc('search_suggestions', {
    p_tenant_id: store.tenantId,
    p_search: term,
    p_limit: mostProducts,
  });
  const rows = dataOf(answer, 'Failed to fetch products');
  return {
    corrected: rows.find((row) => row.corrected)?.corrected ?? '',
    entries: rows.map((row) => ({
      kind: row.kind === 'category' ? 'category' : 'product',
      id: row.id,
      slug: slugOf(row),
      label: String(translationOf(row.translations, language).name || row.label),
      image: addressList(row.image)[0] ?? '',
      price: row.price,
      from: row.price !== null && row.max_price > row.price,
      originalPrice: row.original_price,
    })),
  };
}
