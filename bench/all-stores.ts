import type { SupabaseClient } from '@supabase/supabase-js';
import { readOrderPage } from '../app/admin/orders/data/read-admin-orders.ts';
import { orderFilter } from '../app/admin/orders/model/order-filter.ts';
import type { Database } from '../app/lib/database.types.ts';
import { asOwner } from './as-owner.ts';
import { atMost, type Figure, quantile, reported } from './figures.ts';
import type { RunningStore } from './running-store.ts';
import { fillOrdersOf, signedInStaff, tenantId } from './staff-lists.ts';

const warmUps = 10;
const requests = 60;

/** Lists as staff use them: as they open, a queue, and a search. */
const lists = { all: {}, 'to pack': { queue: 'to_pack' }, 'a search': { search: 'customer 4217' } };
const filters = Object.entries(lists).map(
  ([name, query]) => [name, orderFilter(new URLSearchParams(query))] as const,
);
type Filter = (typeof filters)[number][1];

/** Tables that a page of orders reads; the policy of each asks for a right once. */
const policies = 9;

/**
 * What rights cost: the time for which policies ask, as a share of a page of 100,000 orders; and the same page of 100,000
 * orders of five stores relative to that of one.
 */
export async function* allStoresFigures(store: RunningStore): AsyncGenerator<Figure> {
  const { data: tenants } = await store.admin.from('tenants').select('id').throwOnError();
  const five = tenants.map(({ id }) => id);
  const [staffOfOne, staffOfAll] = [await signedInStaff(store), await signedInStaff(store, five)];

  await fillOrdersOf(store);
  const ofOne = new Map<string, number[]>();
  for (const [name, filter] of filters) {
    const measured = await durations(staffOfOne, [tenantId], filter);
    ofOne.set(name, measured);
    yield reported(`${name}, one store: p95`, [quantile(measured, 0.95)], 'ms');
  }
  const asking = policies * (await askingTime(store, staffOfOne));
  for (const [name, measured] of ofOne)
    yield atMost(`${name}, one store: asking for rights, share`, [asking / quantile(measured, 0.5)], 0.05);

  await fillOrdersOf(store, five);
  for (const [name, filter] of filters) {
    const p95 = quantile(await durations(staffOfAll, five, filter), 0.95);
    yield reported(`${name}, five stores: p95`, [p95], 'ms');
    yield atMost(
      `${name}, five stores: p95 relative to one`,
      [p95 / quantile(ofOne.get(name) ?? [], 0.95)],
      1.3,
    );
  }
}

async function durations(
  client: SupabaseClient<Database>,
  tenantIds: readonly string[],
  filter: Filter,
): Promise<number[]> {
  const measured: number[] = [];
  for (let turn = -warmUps; turn < requests; turn += 1) {
    const startedAt = performance.now();
    await readOrderPage(client, tenantIds, filter);
    if (turn >= 0) measured.push(performance.now() - startedAt);
  }
  return measured;
}

/** Milliseconds in which a policy finds out where somebody may see orders. */
async function askingTime(store: RunningStore, staff: SupabaseClient<Database>): Promise<number> {
  const { data } = await staff.auth.getUser();
  const claims = JSON.stringify({ sub: data.user?.id, role: 'authenticated', aal: 'aal1' });
  const times = 1000;
  return asOwner(store, (owner) =>
    owner.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      const [row] = await sql<{ milliseconds: number }[]>`
        with started as materialized (select clock_timestamp() as at),
        asked as materialized (
          select count(private.tenants_where_may(case when turn > 0 and started.at is not null then 'orders.see' end)) as answers
          from started, generate_series(1, ${times}::integer) turn
        )
        select extract(epoch from clock_timestamp() - started.at)::float8 * 1000 / ${times}::integer as milliseconds
        from started, asked where asked.answers = ${times}::integer`;
      return row?.milliseconds ?? Number.NaN;
    }),
  );
}
