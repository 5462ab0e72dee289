import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Enums } from '../../app/lib/database.types.ts';
import { type Client, clientOf, killWithDatabase, ledgerOf, signedUp } from '../support/crashed-store.ts';
import { openStores } from '../support/open-stores.ts';
import { until } from '../support/processes.ts';
import { startStoreProcess } from '../support/store-process.ts';

const tenantId = 'inkthread';
const shoppers = 8;
const each = 125;
const environment = { SOUK_SEED: 'presets' };
const address = {
  full_name: 'Mona Adel',
  phone: '01012345678',
  governorate: 'Cairo',
  city: 'Maadi',
  street: 'Road 9',
};
const balanced = /^The ledgers balance: \d+ rules hold /m;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-orders-crash-'));
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Adds products that everybody may order without limits; returns their ids. */
async function sell(admin: Client, prices: number[]): Promise<string[]> {
  await openStores(admin);
  const anyNumber = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await admin.from('staff_settings').upsert({ tenant_id: tenantId, ...anyNumber });
  const goods = prices.map((price, n) => ({
    tenant_id: tenantId,
    name: `Crash product ${n}`,
    price,
    stock: 1_000,
  }));
  await admin.from('products').insert(goods);
  const sold = await admin.from('products').select('id').eq('tenant_id', tenantId).order('price');
  return (sold.data ?? []).map(({ id }) => id);
}

interface Shopper {
  client: Client;
  /** Idempotency keys of this person's orders, in order. */
  keys: string[];
}

/** Places a person's orders that are not acknowledged yet, until all are placed or the store stops responding. */
async function placeAll(
  { client, keys }: Shopper,
  products: string[],
  acknowledged: Map<string, string>,
): Promise<void> {
  for (const [turn, key] of keys.entries()) {
    if (acknowledged.has(key)) continue;
    const lines = [0, 1].map((line) => ({
      product_id: products[(turn * 3 + line) % products.length],
      quantity: 1,
    }));
    const { data, error } = await client.rpc('place_order', {
      p_order: {
        tenant_id: tenantId,
        idempotency_key: key,
        lines,
        address,
        discount_code: 'CRASH',
        payment_method: 'cash_on_delivery',
        // Every other order is paid at once, and gets an invoice number.
        store_credit: turn % 2 === 0,
      },
    });
    if (error) return;
    acknowledged.set(key, (data as { id: string }).id);
  }
}

test('a store killed with its database during 1,000 orders has every acknowledged one once, balanced ledgers, and invoices without gaps', {
  timeout: 120_000,
}, async () => {
  let store = await startStoreProcess(dataDir, environment);
  const admin = clientOf(store);
  const products = await sell(
    admin,
    Array.from({ length: 40 }, (_, n) => 100 + n),
  );
  await admin.from('discounts').insert({ tenant_id: tenantId, code: 'CRASH', kind: 'percent', value: 10 });
  const people = await Promise.all(
    Array.from(
      { length: shoppers },
      async (_, n): Promise<Shopper> => ({
        client: await signedUp(store, tenantId, `crash-${n}`),
        keys: Array.from({ length: each }, () => randomUUID()),
      }),
    ),
  );
  for (const { client } of people) {
    const { data } = await client.auth.getUser();
    const gift = {
      p_tenant_id: tenantId,
      p_user_id: data.user?.id ?? '',
      p_delta: 100_000,
      p_reason: 'A gift',
    };
    expect((await admin.rpc('adjust_store_credit', gift)).error).toBeNull();
  }

  const acknowledged = new Map<string, string>();
  const placing = Promise.all(people.map((person) => placeAll(person, products, acknowledged)));
  await until('some hundred orders are placed', () => acknowledged.size > 300, 60_000);
  await Promise.all([killWithDatabase(store), placing]);
  const before = new Map(acknowledged);
  expect(before.size).toBeLessThan(shoppers * each);

  store = await startStoreProcess(dataDir, { ...environment, PORT: String(store.port) });
  await Promise.all(people.map((person) => placeAll(person, products, acknowledged)));
  expect(acknowledged.size).toBe(shoppers * each);
  for (const [key, id] of before) expect(acknowledged.get(key)).toBe(id);
  expect(await store.stop()).toBe(0);

  const ledger = await ledgerOf(
    dataDir,
    (sql) => sql<{ id: string; key: string; invoice: number | null }[]>`
      select o.id, k.idempotency_key as key, i.number as invoice
      from orders o join private.order_keys k on k.order_id = o.id left join invoices i on i.order_id = o.id order by i.number`,
  );
  expect(new Map(ledger.rows.map(({ id, key }) => [key, id]))).toEqual(acknowledged);
  expect(ledger.rows).toHaveLength(shoppers * each);
  const invoices = ledger.rows.flatMap(({ invoice }) => invoice ?? []);
  expect(invoices).toEqual(Array.from({ length: shoppers * Math.ceil(each / 2) }, (_, n) => n + 1));
  expect(ledger.output).toMatch(balanced);
});

type Answer = PromiseLike<{ data: unknown; error: { message: string } | null }>;

/** Sends the next request of an order's history, with the same id whenever that history is repeated. */
type Ask = (request: (p_request_id: string) => Answer) => Promise<unknown>;

interface Life {
  shopper: Client;
  order: { id: string; line: string };
  /** Ids of its requests, in order. */
  requests: string[];
}

/** The history of an order of three pieces: one is delivered and returned, one is cancelled, one is refused at the door. */
async function live(
  { shopper, order: { id: p_order_id, line: order_line_id } }: Life,
  extra: string,
  staff: Client,
  ask: Ask,
): Promise<void> {
  const p_lines = [{ order_line_id, quantity: 1 }];
  const move = (shipment: string | undefined, p_state: Enums<'shipment_state'>) =>
    ask((p_request_id) =>
      staff.rpc('move_shipments', { p_shipment_ids: [shipment ?? ''], p_state, p_request_id }),
    );
  await ask((p_request_id) =>
    staff.rpc('change_order_status', { p_order_id, p_status: 'confirmed', p_request_id }),
  );
  const edit = (await ask((p_request_id) =>
    staff.rpc('edit_order', {
      p_order_id,
      p_changes: { add: [{ product_id: extra, quantity: 1 }] },
      p_request_id,
    }),
  )) as { id: string };
  await ask((p_request_id) =>
    shopper.rpc('decide_edit', { p_edit_id: edit.id, p_accept: true, p_request_id }),
  );
  await ask((p_request_id) => staff.rpc('cancel_pieces', { p_order_id, p_lines, p_request_id }));
  const shipment = (await ask((p_request_id) =>
    staff.rpc('pack_order', { p_order_id, p_lines, p_request_id }),
  )) as { id: string; cash_due: number };
  await move(shipment.id, 'handed_over');
  await move(shipment.id, 'delivered');
  const statement = { lines: [{ shipment_id: shipment.id, amount: shipment.cash_due }] };
  await ask((p_request_id) =>
    staff.rpc('settle_cash', { p_tenant_id: tenantId, p_settlement: statement, p_request_id }),
  );
  const [rest] = (await ask((p_request_id) =>
    staff.rpc('pack_orders', { p_order_ids: [p_order_id], p_request_id }),
  )) as { shipment_id: string }[];
  await move(rest?.shipment_id, 'handed_over');
  await move(rest?.shipment_id, 'returned_to_sender');
  await ask((p_request_id) =>
    staff.rpc('inspect_shipment', { p_shipment_id: rest?.shipment_id ?? '', p_request_id }),
  );
  const reported = (await ask((p_request_id) =>
    shopper.rpc('request_return', { p_order_id, p_reason: 'Torn', p_lines, p_request_id }),
  )) as { id: string };
  await ask((p_request_id) =>
    staff.rpc('decide_return', { p_return_id: reported.id, p_approve: true, p_request_id }),
  );
  const received = [{ order_line_id, received: 1, fate: 'restock' }];
  await ask((p_request_id) =>
    staff.rpc('receive_return', { p_return_id: reported.id, p_lines: received, p_request_id }),
  );
  const owed = await staff.from('refunds').select('id').eq('order_id', p_order_id).eq('number', 1).single();
  await ask((p_request_id) =>
    staff.rpc('send_refund', { p_refund_id: owed.data?.id ?? '', p_way: 'transfer', p_request_id }),
  );
  await ask((p_request_id) =>
    staff.rpc('refund_order', { p_order_id, p_refund: { goodwill: 5, way: 'cash' }, p_request_id }),
  );
}

test('a store killed with its database during after-sale events has applied each request once, and answers a retry like the first one', {
  timeout: 240_000,
}, async () => {
  let store = await startStoreProcess(dataDir, environment);
  const [extra = '', product = ''] = await sell(clientOf(store), [40, 100]);
  const staff = await signedUp(store, tenantId, 'crash-staff', 'admin');
  const lives = await Promise.all(
    Array.from({ length: shoppers }, async (_, n) => {
      const shopper = await signedUp(store, tenantId, `crash-${n}`);
      return Promise.all(
        Array.from({ length: 6 }, async (): Promise<Life> => {
          const placed = await shopper.rpc('place_order', {
            p_order: {
              tenant_id: tenantId,
              idempotency_key: randomUUID(),
              lines: [{ product_id: product, quantity: 3 }],
              address,
              payment_method: 'cash_on_delivery',
            },
          });
          if (placed.error) throw new Error(placed.error.message);
          const { id } = placed.data;
          const line = await shopper.from('order_lines').select('id').eq('order_id', id).single();
          const requests = Array.from({ length: 20 }, () => randomUUID());
          return { shopper, order: { id, line: line.data?.id ?? '' }, requests };
        }),
      );
    }),
  );

  const answers = new Map<string, unknown>();
  /** Runs a person's histories one by one; returns the error of a request without a response, else ''. */
  const liveAll = async (mine: Life[]): Promise<string> => {
    for (const life of mine) {
      const ids = life.requests.values();
      const ask: Ask = async (request) => {
        const id = ids.next().value ?? '';
        const { data, error } = await request(id);
        if (error) throw new Error(error.message);
        if (answers.has(id)) expect(data).toEqual(answers.get(id));
        answers.set(id, data);
        return data;
      };
      try {
        await live(life, extra, staff, ask);
      } catch (error) {
        return String(error);
      }
    }
    return 'nothing';
  };

  const living = Promise.all(lives.map(liveAll));
  await until('some hundred requests are answered', () => answers.size > 250, 60_000);
  const [, stopped] = await Promise.all([killWithDatabase(store), living]);
  expect(stopped).not.toContain('nothing');

  store = await startStoreProcess(dataDir, { ...environment, PORT: String(store.port) });
  expect(await Promise.all(lives.map(liveAll))).toEqual(lives.map(() => 'nothing'));
  expect(await store.stop()).toBe(0);

  const ledger = await ledgerOf(
    dataDir,
    (sql) => sql`
      select count(*)::int as orders, status::text, payment_status::text, charged::float8 as charged,
        received::float8 as received, given_back::float8 as given_back, at_carrier::float8 as at_carrier,
        (select count(*)::int from shipments where order_id = orders.id) as shipments,
        (select count(*)::int from returns where order_id = orders.id) as returns,
        (select count(*)::int from refunds where order_id = orders.id and state = 'sent') as refunds,
        (select count(*)::int from order_edits where order_id = orders.id) as edits,
        (select sum(quantity)::int from order_lines where order_id = orders.id) as pieces
      from orders group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`,
  );
  expect(ledger.rows).toEqual([
    {
      orders: lives.flat().length,
      status: 'returned',
      payment_status: 'partly_refunded',
      charged: 25,
      received: 130,
      given_back: 105,
      at_carrier: 0,
      shipments: 2,
      returns: 1,
      refunds: 2,
      edits: 1,
      pieces: 4,
    },
  ]);
  expect(ledger.output).toMatch(balanced);
});
