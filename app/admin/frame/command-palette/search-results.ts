import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { may, type SessionUser } from '#app/auth/model.ts';
import { amongStores, officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { formatParts } from '#app/i18n/format.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { foldedPattern, mayBePartOfPhone } from '../../ui/list/search-pattern.ts';

type SearchResult = {
  kind: 'product' | 'order' | 'customer';
  tenantId: string;
  id: string;
  name: string;
  detail: string;
  to: string;
};

/** Maximum number of results of a kind. */
const most = 5;

/**
 * Searches products, orders and customers: by any part of names (of an order also the recipient's, of
 * products in every language), brands, tags and email addresses; orders by everything that `find_orders` knows of
 * them; by the beginning or last digits of phone numbers, in any format.
 * @throws BackendError
 */
async function search(user: SessionUser | null, text: string): Promise<SearchResult[]> {
  const digits = cleanAscii(text);
  const supabase = await loadSupabase();
  const customersOf = officeStores(user, 'customers.see');
  const [products, orders, customers, byPhone] = await Promise.all([
    supabase
      .from('products')
      .select('id, tenant_id, name, brand, translations')
      .filter('tenant_id', ...amongStores(officeStores(user, 'products.see')))
      .like('search_text', foldedPattern(text))
      .order('name')
      .limit(most),
    may(user, 'orders.see')
      ? supabase.rpc('find_orders', {
          p_tenant_ids: officeStores(user, 'orders.see'),
          p_text: digits,
          p_limit: most,
        })
      : null,
    supabase
      .from('profiles')
      .select('id, tenant_id, name, email, profile_staff_facts!inner()')
      .filter('tenant_id', ...amongStores(customersOf))
      .like('profile_staff_facts.search_text', foldedPattern(text))
      .order('name')
      .limit(most),
    mayBePartOfPhone(digits) && may(user, 'customers.see')
      ? supabase.rpc('find_by_phone', { p_tenant_ids: customersOf, p_phone: digits, p_limit: most })
      : null,
  ]);
  const phoneMatches = byPhone ? dataOf(byPhone) : [];
  const results: SearchResult[] = [
    ...dataOf(products)
      .map((product) => translatedRow(product))
      .map(({ id, tenant_id: tenantId, name, brand }) => ({
        kind: 'product' as const,
        tenantId,
        id,
        name,
        detail: brand ?? '',
        to: href('/admin/products/edit/:id', { id }),
      })),
    ...(orders ? dataOf(orders) : []).map(({ tenant_id: tenantId, id, number, about, found_by: foundBy }) =>
      orderResult(tenantId, id, number, formatParts([foundBy, about].filter(Boolean))),
    ),
    ...dataOf(customers).map(({ id, tenant_id: tenantId, name, email }) =>
      customerResult(tenantId, id, name ?? '', email ?? ''),
    ),
    ...phoneMatches.map(({ kind, tenant_id: tenantId, id, name, about: detail }) =>
      kind === 'order' ? orderResult(tenantId, id, name, detail) : customerResult(tenantId, id, name, detail),
    ),
  ];
  return [
    ...new Map(results.map((result) => [`${result.kind} ${result.tenantId} ${result.id}`, result])).values(),
  ];
}

function orderResult(tenantId: string, id: string, number: string, customer: string): SearchResult {
  return {
    kind: 'order',
    tenantId,
    id,
    name: number,
    detail: customer,
    to: `${href('/admin/orders')}?order=${id}`,
  };
}

function customerResult(tenantId: string, id: string, name: string, email: string): SearchResult {
  const to = `${href('/admin/customers')}?customer=${id}`;
  return { kind: 'customer', tenantId, id, name: name || email, detail: name ? email : '', to };
}

/** Debounce of the search, in ms. */
const pause = 150;

type SearchState = { text: string; results: SearchResult[]; failure: string };
const emptyState: SearchState = { text: '', results: [], failure: '' };

/**
 * Returns the results for a text of at least two letters; `isLoading` until the results of the current text
 * have arrived.
 */
export function useSearchResults(typed: string): SearchState & { isLoading: boolean } {
  const text = typed.trim();
  const [state, setState] = useState(emptyState);
  const { user } = useSession();
  const isActive = text.length >= 2;

  useEffect(() => {
    if (!isActive) return;
    let isCurrent = true;
    const answer = (results: SearchResult[], failure = '') => {
      if (isCurrent) setState({ text, results, failure });
    };
    const timer = setTimeout(() => {
      search(user, text).then(answer, (error) => answer([], errorMessage(error)));
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [user, text, isActive]);

  if (!isActive) return { ...emptyState, isLoading: false };
  return { ...state, isLoading: state.text !== text };
}
