import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { foundInAny, mayBePartOfPhone } from '../../kit/list/search-pattern.ts';

/** Something of the store that the palette leads to. */
type FoundThing = {
  kind: 'product' | 'order' | 'customer';
  id: string;
  name: string;
  about: string;
  to: string;
};

/** Most things of a kind. */
const most = 5;

/**
 * Products, orders and customers that a text is in: names, brands, order numbers, e-mail addresses; and those of a phone
 * number, however it is written, by its beginning or its last digits.
 * @throws BackendError
 */
async function findThings(text: string): Promise<FoundThing[]> {
  const supabase = await loadSupabase();
  const tenant = pageTenant();
  const [products, orders, customers, callers] = await Promise.all([
    supabase
      .from('products')
      .select('id, name, brand')
      .eq('tenant_id', tenant)
      .or(foundInAny(['name', 'brand'], text))
      .order('name')
      .limit(most),
    supabase
      .from('orders')
      .select('id, number, customer_name')
      .eq('tenant_id', tenant)
      .or(foundInAny(['number', 'customer_name', 'customer_email'], text))
      .order('created_at', { ascending: false })
      .limit(most),
    supabase
      .from('profiles')
      .select('id, name, email')
      .eq('tenant_id', tenant)
      .or(foundInAny(['name', 'email'], text))
      .order('name')
      .limit(most),
    mayBePartOfPhone(text)
      ? supabase.rpc('find_by_phone', { p_tenant_id: tenant, p_phone: text, p_limit: most })
      : null,
  ]);
  const called = callers ? dataOf(callers) : [];
  const things: FoundThing[] = [
    ...dataOf(products).map(({ id, name, brand }) => ({
      kind: 'product' as const,
      id,
      name,
      about: brand ?? '',
      to: href('/admin/products/edit/:id', { id }),
    })),
    ...dataOf(orders).map(({ id, number, customer_name }) => orderThing(id, number, customer_name)),
    ...dataOf(customers).map(({ id, name, email }) => customerThing(id, name ?? '', email ?? '')),
    ...called.map(({ kind, id, name, about }) =>
      kind === 'order' ? orderThing(id, name, about) : customerThing(id, name, about),
    ),
  ];
  return [...new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing])).values()];
}

function orderThing(id: string, number: string, customer: string): FoundThing {
  return { kind: 'order', id, name: number, about: customer, to: `${href('/admin/orders')}?order=${id}` };
}

function customerThing(id: string, name: string, email: string): FoundThing {
  const to = `${href('/admin/customers')}?customer=${id}`;
  return { kind: 'customer', id, name: name || email, about: name ? email : '', to };
}

/** How long typing rests before the store is asked, in ms. */
const pause = 150;

type Found = { text: string; things: FoundThing[]; failure: string };
const nothing: Found = { text: '', things: [], failure: '' };

/** What the store has for a text of two letters or more; `looking` until the answer for just that text is there. */
export function useFoundThings(typed: string): Found & { looking: boolean } {
  const text = typed.trim();
  const [found, setFound] = useState(nothing);
  const asked = text.length >= 2;

  useEffect(() => {
    if (!asked) return;
    let wanted = true;
    const answer = (things: FoundThing[], failure = '') => {
      if (wanted) setFound({ text, things, failure });
    };
    const timer = setTimeout(() => {
      findThings(text).then(answer, (error) => answer([], errorMessage(error)));
    }, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, asked]);

  if (!asked) return { ...nothing, looking: false };
  return { ...found, looking: found.text !== text };
}
