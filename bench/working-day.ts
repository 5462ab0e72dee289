import type { SupabaseClient } from '@supabase/supabase-js';
import { readOrderWithPeople } from '../app/admin/orders/data/read-admin-orders.ts';
import { dataOf } from '../app/lib/backend-error.ts';
import type { Database } from '../app/lib/database.types.ts';
import { asOwner } from './as-owner.ts';
import { atMost, type Figure, median, quantile, reported } from './figures.ts';
import { get, mainPages, type RunningStore } from './running-store.ts';
import { fillOrdersOf, signedInStaff, tenantId } from './staff-lists.ts';

const calls = 60;
const imported = 20_000;
/** As many as the office sends together. */
const perRequest = 100;

/**
 * What staff wait for in a working day: the next order to confirm by telephone among 100,000 orders, and 20,000 orders of
 * another shop, with what shoppers notice of it.
 */
export async function* workingDayFigures(store: RunningStore): AsyncGenerator<Figure> {
  await fillOrdersOf(store);
  await asOwner(
    store,
    (
      owner,
    ) => owner`update public.orders set cash_requirement = 'confirm', confirm_until = now() + interval '2 days'
      where tenant_id = ${tenantId} and status = 'pending'`,
  );
  const staff = await signedInStaff(store);
  const waits: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    const claimed = dataOf(await staff.rpc('claim_call', { p_tenant_ids: [tenantId] }));
    if (!claimed.order_id) throw new Error('No order waits to be called about.');
    await readOrderWithPeople(staff, tenantId, claimed.order_id);
    waits.push(performance.now() - startedAt);
    dataOf(await staff.rpc('record_call', { p_order_id: claimed.order_id, p_outcome: 'no_answer' }));
  }
  yield atMost('the next order to call about: p95', [quantile(waits, 0.95)], 300, 'ms');

  const quiet = await pageTimes(store, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  });
  const startedAt = performance.now();
  const during = await pageTimes(store, () => importOrders(staff));
  yield atMost(
    `${imported.toLocaleString('en-US')} orders imported`,
    [(performance.now() - startedAt) / 1_000],
    180,
    's',
  );
  yield reported('a page meanwhile: median', [median(during)], 'ms');
  yield reported('a page before: median', [median(quiet)], 'ms');
}

/** Milliseconds of pages asked for one after the other, ten a second, while something is done. */
async function pageTimes(store: RunningStore, work: () => Promise<void>): Promise<number[]> {
  const pages = (await mainPages(store)).map(([, path]) => path);
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) {
    const startedAt = performance.now();
    // A query of its own makes it a page that is not kept.
    await get(store, `${pages[turn % pages.length]}?turn=${turn}`);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await done;
  return times;
}

async function importOrders(staff: SupabaseClient<Database>): Promise<void> {
  let importId: string | null = null;
  for (let first = 1; first <= imported; first += perRequest) {
    const about = { source: 'shopify', file_name: 'orders_export.csv', ...(importId && { id: importId }) };
    const result: { import_id: string | null } = dataOf(
      await staff.rpc('import_orders', {
        p_tenant_id: tenantId,
        p_import: about,
        p_orders: Array.from({ length: perRequest }, (_, index) => foreignOrder(first + index)),
        p_dry: false,
      }),
    );
    importId = result.import_id;
  }
}

function foreignOrder(number: number) {
  return {
    row: number + 1,
    number: `#${10_000 + number}`,
    placed_at: new Date(Date.UTC(2024, 0, 1) + number * 1_800_000).toISOString(),
    state: number % 9 === 0 ? 'returned' : number % 7 === 0 ? 'cancelled' : 'delivered',
    customer: {
      name: `Customer ${number % 5_000}`,
      email: `another-${number % 5_000}@example.com`,
      phone: `010${String(number % 5_000).padStart(8, '0')}`,
    },
    address: { governorate: 'Cairo', city: 'Maadi', street: `Road ${number % 90}` },
    payment_method: number % 3 === 0 ? 'online' : 'cash_on_delivery',
    lines: [
      { sku: `HOODIE-${number % 40}`, name: 'Black Hoodie - M', quantity: 2, price: 200 },
      { sku: '', name: 'White Mug', quantity: 1, price: 30 },
    ],
    discount: 43,
    shipping: 30,
    total: 417,
    paid: number % 7 === 0 ? 0 : 417,
    refunded: number % 9 === 0 ? 417 : 0,
    currency: 'EGP',
    note: number % 11 === 0 ? 'Ring twice' : '',
    tags: number % 13 === 0 ? ['Wholesale'] : [],
  };
}
