import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { containsCondition, mayBePartOfPhone } from '../../kit/list/search-pattern.ts';

/** A search result. */
type SearchResult = {
  kind: 'product' | 'order' | 'customer';
  id: string;
  name: string;
  detail: string;
  to: string;
};

/** Maximum number of results of a kind. */
const most = 5;

/**
 * Searches products, orders and customers: names, brands, order numbers and e-mail addresses by any part,
 * phone numbers by their beginning or last digits, in any format.
 * @throws BackendError
 */
async function search(text: string): Promise<SearchResult[]> {
  const supabase = await loadSupabase();
  const tenant = pageTenant();
  const [products, orders, customers, customersByPhone] = await Promise.all([
    supabase
      .from('products')
      .select('id, name, brand')
      .eq('tenant_id', tenant)
      .or(containsCondition(['name', 'brand'], text))
      .order('name')
      .limit(most),
    supabase
      .from('orders')
      .select('id, number, customer_name')
      .eq('tenant_id', tenant)
      .or(containsCondition(['number', 'customer_name', 'customer_email'], text))
      .order('created_at', { ascending: false })
      .limit(most),
    supabase
      .from('profiles')
      .select('id, name, email')
      .eq('tenant_id', tenant)
      .or(containsCondition(['name', 'email'], text))
      .order('name')
      .limit(most),
    mayBePartOfPhone(text)
      ? supabase.rpc('find_by_phone', { p_tenant_id: tenant, p_phone: text, p_limit: most })
      : null,
  ]);
  const called = customersByPhone ? dataOf(customersByPhone) : [];
  const things: SearchResult[] = [
    ...dataOf(products).map(({ id, name, brand }) => ({
      kind: 'product' as const,
      id,
      name,
      detail: brand ?? '',
      to: href('/admin/products/edit/:id', { id }),
    })),
    ...dataOf(orders).map(({ id, number, customer_name }) => orderThing(id, number, customer_name)),
    ...dataOf(customers).map(({ id, name, email }) => customerThing(id, name ?? '', email ?? '')),
    ...called.map(({ kind, id, name, detail }) =>
      kind === 'order' ? orderThing(id, name, detail) : customerThing(id, name, detail),
    ),
  ];
  return [...new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing])).values()];
}

function orderThing(id: string, number: string, customer: string): SearchResult {
  return { kind: 'order', id, name: number, detail: customer, to: `${href('/admin/orders')}?order=${id}` };
}

function customerThing(id: string, name: string, email: string): SearchResult {
  const to = `${href('/admin/customers')}?customer=${id}`;
  return { kind: 'customer', id, name: name || email, detail: name ? email : '', to };
}

/** Debounce of the search, in ms. */
const pause = 150;

type SearchState = { text: string; things: SearchResult[]; failure: string };
const emptyState: SearchState = { text: '', things: [], failure: '' };

/**
 * Returns the results for a text of at least two letters; `isLoading` until the results of the current text
 * have arrived.
 */
export function useSearchResults(typed: string): SearchState & { isLoading: boolean } {
  const text = typed.trim();
  const [state, setState] = useState(emptyState);
  const isActive = text.length >= 2;

  useEffect(() => {
    if (!isActive) return;
    let isCurrent = true;
    const answer = (things: SearchResult[], failure = '') => {
      if (isCurrent) setState({ text, things, failure });
    };
    const timer = setTimeout(() => {
      search(text).then(answer, (error) => answer([], errorMessage(error)));
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isActive]);

  if (!isActive) return { ...emptyState, isLoading: false };
  return { ...state, isLoading: state.text !== text };
}
