import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Json } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import type { OrderAddress } from '#app/lib/json-columns.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { offeringToAsk } from '../../ui/asked-act.ts';
import { foldedPattern, mayBePartOfPhone } from '../../ui/list/search-pattern.ts';

/**
 * A customer found; `about` is an email address or phone number. `isProven` means that the customer confirmed
 * the exact address or number searched for; all others are guesses.
 */
export type FoundCustomer = { id: string; name: string; about: string; isProven: boolean };

/** Maximum number of customers per search. */
const most = 6;

/** Searches customers by a part of their name or email, or by phone number. @throws BackendError */
export async function searchCustomers(text: string): Promise<FoundCustomer[]> {
  const supabase = await loadSupabase();
  const digits = cleanAscii(text);
  const [byName, byPhone, proven] = await Promise.all([
    supabase
      .from('profiles')
      .select('id, name, email, profile_staff_facts!inner()')
      .eq('tenant_id', pageTenant())
      .like('profile_staff_facts.search_text', foldedPattern(text))
      .order('name')
      .limit(most),
    mayBePartOfPhone(digits)
      ? supabase.rpc('find_by_phone', { p_tenant_ids: [pageTenant()], p_phone: digits, p_limit: most })
      : null,
    supabase.rpc('proven_customers', { p_tenant_id: pageTenant(), p_typed: cleanPhone(text) }),
  ]);
  const isProven = new Set(dataOf(proven));
  const found = [
    ...(byPhone ? dataOf(byPhone) : [])
      .filter(({ kind }) => kind === 'customer')
      .map(({ id, name, about }) => ({ id, name, about })),
    ...dataOf(byName).map(({ id, name, email }) => ({ id, name: name ?? '', about: email ?? '' })),
  ];
  return [...new Map(found.map((one) => [one.id, { ...one, isProven: isProven.has(one.id) }])).values()];
}

/** Reads the address of a customer's latest order; null for none. @throws BackendError */
export async function readLastAddress(customerId: string): Promise<OrderAddress | null> {
  const supabase = await loadSupabase();
  const orders = dataOf(
    await supabase
      .from('orders')
      .select('address')
      .eq('tenant_id', pageTenant())
      .eq('user_id', customerId)
      .order('created_at', { ascending: false })
      .limit(1),
  );
  return orders[0]?.address ?? null;
}

type Answer = Filled<Database['public']['CompositeTypes']['order_quote'], 'discount_code' | 'outdone_code'>;

/** Price of an order before staff's discount, in pounds, and why it cannot be placed. */
export type NewOrderQuote = Pick<
  Answer,
  'subtotal' | 'discount_code' | 'discount_total' | 'offer_total' | 'shipping_total' | 'gift_total' | 'total'
> & { problems: string[] };

/** Prices an order. @throws BackendError */
export async function quoteFor(document: { [key: string]: Json }): Promise<NewOrderQuote> {
  const supabase = await loadSupabase();
  const answer = dataOf(await supabase.rpc('quote_order', { p_order: document })) as Answer;
  return { ...answer, problems: answer.problems.map((problem) => refusalText(problem)) };
}

/** Saves an order as a draft with a link to pay it, at most once per idempotency key. @throws BackendError */
export async function saveDraft(document: { [key: string]: Json }, reserves: boolean): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`save_draft ${String(document.idempotency_key)}`, async (requestId) =>
    dataOf(
      await supabase.rpc('save_draft', { p_order: document, p_reserves: reserves, p_request_id: requestId }),
    ),
  );
}

/** Places an order for a customer, at most once per idempotency key. @throws BackendError */
export async function placeOrderFor(document: { [key: string]: Json }) {
  const supabase = await loadSupabase();
  const args = { p_order: document };
  return offeringToAsk({ act: 'place_order_for', args }, async () => {
    const answer = await supabase.rpc('place_order_for', args).select('id, number');
    return dataOf(answer);
  });
}
