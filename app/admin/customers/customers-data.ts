import { amongStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { readDeliveryHistory } from '../orders/data/delivery-history.ts';
import { offeringToAsk } from '../ui/asked-act.ts';
import { conflictOf } from '../ui/edit/conflict.ts';
import { readByKey, sortedBy } from '../ui/list/read-by-key.ts';
import { orderOf, type Sort } from '../ui/list/sort.ts';
import { withRecentSecondStep } from '../ui/second-step-again.tsx';
import { readUnconfirmed } from '../ui/unconfirmed-people.ts';

export const customersPerPage = 25;
/** Sort keys of the list and their columns. */
export const customerSorts = {
  name: 'name',
  orders: 'orders',
  spent: 'spent',
  points: 'points',
  last: 'last_order_at',
  joined: 'joined',
} as const;
export const defaultCustomerSort = '-joined';

export type CustomerFilter = {
  search: string;
  sort: Sort<keyof typeof customerSorts>;
  page: number;
  /** Only customers with this tag; '' for all. */
  tag: string;
  /** Only blocked customers. */
  blocked: boolean;
};

/** Reads a page of the stores' customers with their purchases; `spent` is in pounds. @throws BackendError */
export async function readCustomers(
  tenantIds: readonly string[],
  { search, sort, page, tag, blocked }: CustomerFilter,
  perPage = customersPerPage,
) {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('list_customers', {
    p_tenant_ids: [...tenantIds],
    p_search: cleanAscii(search),
    p_sort: sort,
    p_tag: tag,
    p_blocked: blocked,
    p_limit: perPage,
    p_offset: (page - 1) * perPage,
  });
  const rows = dataOf(answer);
  return { rows: await withConfirmation(tenantIds, rows), count: rows[0]?.found ?? 0 };
}

/** Reads all of the stores' customers that match a filter, in the list's sort. @throws BackendError */
export async function readAllCustomers(
  tenantIds: readonly string[],
  { search, sort, tag, blocked }: CustomerFilter,
) {
  const supabase = await loadSupabase();
  const customers = await readByKey<ListedCustomer>(async (after, limit) => {
    const answer = await supabase.rpc('customers_after', {
      p_tenant_ids: [...tenantIds],
      p_search: cleanAscii(search),
      p_tag: tag,
      p_blocked: blocked,
      p_limit: limit,
      ...(after !== null && { p_after: after }),
    });
    return withConfirmation(tenantIds, dataOf(answer));
  });
  const { column, ascending } = orderOf(sort, customerSorts);
  return sortedBy(customers, column, ascending);
}

type CustomerRow = Database['public']['Functions']['customers_after']['Returns'][number];

async function withConfirmation<Row extends { id: string }>(tenantIds: readonly string[], rows: Row[]) {
  const unconfirmed = await readUnconfirmed(
    rows.map(({ id }) => id),
    tenantIds,
  );
  return rows.map((row) => ({ ...row, isUnconfirmed: unconfirmed.has(row.id) }));
}

export type ListedCustomer = CustomerRow & { isUnconfirmed: boolean };

/**
 * Reads a customer with their latest orders, points and messages; null when the store has no customer with
 * this id.
 * @throws BackendError
 */
export async function readCustomer(id: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const [
    profileAnswer,
    totals,
    deliveries,
    ordersAnswer,
    entries,
    credits,
    conversations,
    record,
    unconfirmed,
    latest,
  ] = await Promise.all([
    supabase
      .from('profiles')
      .select('id, name, email, phone, points, redeemed_points, store_credit, created_at')
      .eq('tenant_id', pageTenant())
      .eq('id', id)
      .maybeSingle(),
    supabase.rpc('customer_totals', { p_tenant_id: pageTenant(), p_user_ids: [id] }),
    readDeliveryHistory(id),
    supabase
      .from('orders')
      .select('id, number, status, total, created_at', { count: 'exact' })
      .eq('tenant_id', pageTenant())
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(20),
    supabase
      .from('point_entries')
      .select('id, kind, delta, reason, created_at')
      .eq('tenant_id', pageTenant())
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(20),
    supabase
      .from('store_credits')
      .select('id, kind, delta, reason, created_at')
      .eq('tenant_id', pageTenant())
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(20),
    supabase
      .from('conversations')
      .select('id, kind, subject, last_message_at')
      .eq('tenant_id', pageTenant())
      .eq('user_id', id)
      .order('last_message_at', { ascending: false })
      .limit(10),
    readCustomerRecord(id),
    readUnconfirmed([id]),
    supabase
      .from('orders')
      .select('address')
      .eq('tenant_id', pageTenant())
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(1),
  ]);
  const profile = dataOf(profileAnswer);
  if (!profile) return null;
  const [total] = dataOf(totals);
  const orders = dataOf(ordersAnswer);
  return {
    profile,
    isUnconfirmed: unconfirmed.has(id),
    record,
    // Most customers enter a phone number only for a delivery.
    phone: profile.phone || (dataOf(latest)[0]?.address.phone ?? ''),
    /** Number of all orders, and of those that count as sales. */
    sales: { all: ordersAnswer.count ?? 0, orders: total?.orders ?? 0, spent: total?.revenue ?? 0 },
    shipments: deliveries.customer ?? { delivered: 0, refused: 0 },
    orders,
    entries: dataOf(entries),
    credits: dataOf(credits),
    conversations: dataOf(conversations),
  };
}

export type CustomerData = NonNullable<Awaited<ReturnType<typeof readCustomer>>>;

/** Staff's record of a customer. */
export type StoredCustomerRecord = {
  id: string;
  tags: string[];
  note: string;
  /** Why they are blocked; null when not blocked. */
  blocked_reason: string | null;
  version: number;
} | null;

async function readCustomerRecord(id: string): Promise<StoredCustomerRecord> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('customer_records')
    .select('id, tags, note, blocked_reason, version')
    .eq('tenant_id', pageTenant())
    .eq('user_id', id)
    .maybeSingle();
  return dataOf(answer);
}

/** Saves over the version that was opened; returns the newer version on a conflict. @throws BackendError */
export async function saveCustomerRecord(
  id: string,
  base: StoredCustomerRecord,
  values: Omit<NonNullable<StoredCustomerRecord>, 'id' | 'version'>,
): Promise<StoredCustomerRecord> {
  const supabase = await loadSupabase();
  const rows = supabase.from('customer_records');
  const key = { tenant_id: pageTenant(), user_id: id };
  const answer = base
    ? await rows.update(values).eq('id', base.id).eq('version', base.version).select('id')
    : await rows
        .upsert({ ...values, ...key }, { onConflict: 'tenant_id,user_id', ignoreDuplicates: true })
        .select('id');
  return conflictOf(dataOf(answer).length === 1, () => readCustomerRecord(id));
}

/** Reads which of the stores has a customer; the first one for an account of several. @throws BackendError */
export async function readStoreOfCustomer(
  tenantIds: readonly string[],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('profiles')
    .select('tenant_id')
    .filter('tenant_id', ...amongStores(tenantIds))
    .eq('id', id);
  const found = dataOf(answer).map(({ tenant_id }) => tenant_id);
  return tenantIds.find((tenantId) => found.includes(tenantId));
}

/** Reads the tags used in the stores, alphabetically. @throws BackendError */
export async function readCustomerTags(tenantIds: readonly string[]): Promise<string[]> {
  const supabase = await loadSupabase();
  const rows = supabase
    .from('customer_records')
    .select('tags')
    .filter('tenant_id', ...amongStores(tenantIds));
  const tags = dataOf(await rows.not('tags', 'eq', '{}').limit(1_000)).flatMap((row) => row.tags);
  return [...new Set(tags)].sort((one, other) => one.localeCompare(other));
}

/** Adds or removes points with a reason; returns the balance. @throws BackendError */
export async function adjustPoints(id: string, delta: number, reason: string): Promise<number> {
  const supabase = await loadSupabase();
  const change = { p_tenant_id: pageTenant(), p_user_id: id, p_delta: delta, p_reason: reason };
  return sendOnce(`adjust_points ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('adjust_points', { ...change, p_request_id: requestId })),
  );
}

/** Adds or removes store credit in pounds with a reason; returns the balance. @throws BackendError */
export async function adjustCredit(id: string, delta: number, reason: string): Promise<number> {
  const supabase = await loadSupabase();
  const change = { p_tenant_id: pageTenant(), p_user_id: id, p_delta: delta, p_reason: reason };
  return offeringToAsk({ act: 'adjust_store_credit', args: change }, () =>
    sendOnce(`adjust_store_credit ${id}`, async (requestId) =>
      dataOf(await supabase.rpc('adjust_store_credit', { ...change, p_request_id: requestId })),
    ),
  );
}

/** Exports all data about a customer as JSON text. Super admins only. @throws BackendError */
export async function exportCustomer(id: string): Promise<string> {
  const supabase = await loadSupabase();
  const customer = { p_tenant_id: pageTenant(), p_user_id: id };
  const read = async () => dataOf(await supabase.rpc('export_personal_data', customer));
  return JSON.stringify(await withRecentSecondStep(read), null, 2);
}

/**
 * Deletes a customer's account; orders and reviews stay, anonymized. Super admins only.
 * @throws BackendError
 */
export async function deleteCustomer(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const account = { p_tenant_id: pageTenant(), p_user_id: id };
  await sendOnce(`delete_account ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('delete_account', { ...account, p_request_id: requestId })),
  );
}
