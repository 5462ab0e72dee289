import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { openPool, passwordOfAuthenticator } from 'embedded-supabase/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { readCatalogue } from '../../scripts/schema/catalogue.ts';
import { MIGRATIONS, makeDatabase } from '../../scripts/schema/databases.ts';
import { makePerson, type Person, server } from '../database/people.ts';
import { address, call, type PlacedOrder, place } from '../database/store.ts';
import type { TestDatabase } from '../support/database.ts';
import { PROJECT } from '../support/store-process.ts';
import { OldStore, type Rows } from './old-store.ts';

// A store of the first days is made, and carried to this version.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const STORE = 'inkthread';
const MUG = randomUUID();
const SHIRT = randomUUID();

let old: OldStore;
let shopper: Person;
let staff: Person;
let rowsBefore: Rows;
/** Order ids by what happened to the order. */
const placed = new Map<string, string>();

/** A store on the migrations of 26 November 2026, before the ledgers of money and pieces, with an order in every state. */
beforeAll(async () => {
  old = await OldStore.open();
  await mkdir(old.at('november'));
  const texts: Record<string, string> = JSON.parse(
    brotliDecompressSync(
      await readFile(join(PROJECT, 'tests/fixtures/migrations-of-26-november.json.br')),
    ).toString(),
  );
  for (const [file, text] of Object.entries(texts)) await writeFile(old.at(`november/${file}`), text);
  const { backend, db } = await start(old.at('november'));
  await addStore(db);
  shopper = await makePerson(db, STORE);
  staff = await makePerson(db, STORE, 'admin');
  await db.owner`update profiles set email = ${shopper.email} where id = ${shopper.id}`;
  await db.owner`insert into point_entries (tenant_id, user_id, kind, delta, reason)
    values (${STORE}, ${shopper.id}, 'adjusted', 500, 'A gift')`;
  await placeOrders(db);
  await backend.close();
  rowsBefore = await old.rows();
});

afterAll(() => old.close());

async function start(migrations: string) {
  const backend = await old.start(migrations);
  const db: TestDatabase = {
    ...backend.database,
    address: old.addressOf('shop'),
    authenticatorPassword: '',
    drop: async () => {},
  };
  return { backend, db };
}

async function addStore({ owner }: TestDatabase): Promise<void> {
  await owner`insert into tenants (id, name) values (${STORE}, 'Inkthread')`;
  await owner`insert into settings (tenant_id, payment, points, faq) values (${STORE},
    '{"cashOnDelivery": true, "bankTransfer": true, "onlinePayment": true}',
    '{"enabled": true, "earnRate": 1, "pointValue": 0.1}',
    '[{"question": "How long does it take?", "answer": "Three days."}]')`;
  await owner`insert into staff_settings (tenant_id, unpaid_orders_limit, unpaid_pieces_limit) values (${STORE}, null, null)`;
  await owner`insert into products (id, tenant_id, name, price, stock, is_active) values
    (${MUG}, ${STORE}, 'Mug', 99.99, 60, true), (${SHIRT}, ${STORE}, 'Shirt', 250, 60, true)`;
  await owner`insert into discounts (tenant_id, code, kind, value) values (${STORE}, 'TEN', 'percent', 10)`;
}

async function placeOrders(db: TestDatabase): Promise<void> {
  const order = async (name: string, more: object = {}) => {
    const lines = [
      { product_id: SHIRT, quantity: 2 },
      { product_id: MUG, quantity: 1 },
    ];
    const { id } = await place(db, shopper.identity, {
      ...{ tenant_id: STORE, idempotency_key: randomUUID(), address, lines },
      ...{ payment_method: 'cash_on_delivery', ...more },
    });
    placed.set(name, id);
    return id;
  };
  const asStaff = (text: string, ...values: string[]) => call<unknown>(db, staff.identity, text, values);
  const move = async (id: string, ...path: string[]) => {
    for (const status of path)
      await asStaff('select to_jsonb(change_order_status($1, $2::text::order_status)) as value', id, status);
  };
  const paid = 'select to_jsonb(record_payment($1, $2, $3)) as value';
  const transfer = { payment_method: 'bank_transfer' };
  const sent = ['confirmed', 'in_production', 'shipped'];

  await order('waits');
  await move(
    await order('in production', { discount_code: 'TEN', points: 33 }),
    'confirmed',
    'in_production',
  );
  await move(await order('on its way'), ...sent);
  await move(await order('delivered', { discount_code: 'TEN' }), ...sent, 'delivered');
  await move(await order('cancelled'), 'confirmed', 'cancelled');
  await order('awaits a transfer', transfer);
  const refunded = await order('given back', transfer);
  await asStaff(paid, refunded, 'paid', 'TR-1');
  await asStaff(paid, refunded, 'refunded', '');
  const due = await order('to be given back', transfer);
  await asStaff(paid, due, 'paid', 'TR-2');
  await move(due, 'cancelled');
  const kept = await order('kept, and given back', transfer);
  await asStaff(paid, kept, 'paid', 'TR-2');
  await move(kept, 'in_production', 'shipped', 'delivered');
  await asStaff(paid, kept, 'refunded', '');
  const reported = await order('reported');
  await move(reported, ...sent, 'delivered');
  await call(db, shopper.identity, "select to_jsonb(request_return($1, 'It tore')) as value", [reported]);
  const returned = await order('returned');
  await move(returned, ...sent, 'delivered', 'return_requested', 'delivered', 'return_requested');
  await asStaff("select to_jsonb(change_order_status($1, 'returned', '', true)) as value", returned);
  const card = await order('paid by card', { payment_method: 'online' });
  const started = await call<{ payment_id: string; amount: number }>(
    db,
    server,
    'select to_jsonb(payment_to_start($1, $2)) as value',
    [card, shopper.id],
  );
  await call(db, server, "select payment_opened($1, 'cs_1', 'https://pay.test') as value", [
    started.payment_id,
  ]);
  await call(
    db,
    server,
    `select record_payment_event('evt_1', 'paid', 'paid', null, 'cs_1', 'pi_1', $1::text::bigint, 'EGP') as value`,
    [`${started.amount}`],
  );
}

it('does not start on a database from before the ledgers, and names the command that adopts it', async () => {
  await expect(start(MIGRATIONS)).rejects.toThrow(
    /The database was made by another version: it records 23 migrations .* Nothing was changed in it\. .*npm run db:adopt -- BACKUP_FILE/,
  );
  expect(await old.rows()).toEqual(rowsBefore);
});

it('leaves a store unchanged if the ledger cannot represent a payment, and names the order', async () => {
  await old.change("update public.payments set currency = 'USD'");
  const { status, stderr } = old.adopt('dollars.tar.gz');
  const [{ number } = { number: '' }] = await old.admin<{ number: string }[]>`
    select number from public.orders where id = ${placed.get('paid by card') ?? ''}`;
  expect(stderr).toContain('The database stays as it was: a payment came in another currency');
  expect(stderr).toContain(number);
  expect(status).toBe(1);
  expect(await old.databases()).toEqual(['postgres', 'shop']);
  await old.change("update public.payments set currency = 'EGP'");
});

/** Columns that later migrations moved to other tables. */
const movedColumns = [
  ...['orders.idempotency_key', 'orders.document_hash', 'order_events.actor_id', 'point_entries.actor_id'],
  'profiles.search_text',
  // Who may not see them in full reads orders and profiles without them.
  'orders.address',
  'profiles.phone',
];

it('migrates a store from before the ledgers with all its rows, after a backup, and reports the opening entries', async () => {
  const { status, stdout, stderr } = old.adopt('before.tar.gz');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /The store is older than the ledgers of money and pieces: .* 4 invoices .* were issued/,
  );
  expect(stdout).toMatch(/all \d+ rows of \d+ tables are there, and the ledgers balance\. /);
  expect(await readFile(old.at('before.tar.gz.sql'), 'utf8')).toContain('insert into public.payment_entries');
  expect(await old.databases()).toEqual(['postgres', 'shop']);
  await old.disconnect();

  const after = await old.rows();
  for (const table of [
    'orders',
    'order_lines',
    'order_events',
    'products',
    'product_variants',
    'stock_movements',
    'point_entries',
    'profiles',
  ]) {
    const before = rowsBefore.get(`public.${table}`) ?? [];
    const columns = Object.keys(before[0] ?? {}).filter(
      (column) => !movedColumns.includes(`${table}.${column}`),
    );
    const now = (after.get(`public.${table}`) ?? []).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    );
    expect(now.map((row) => JSON.stringify(row)).toSorted(), table).toEqual(
      before
        .map((row) => JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]]))))
        .toSorted(),
    );
  }
  const addressed = (rows: readonly Record<string, unknown>[] | undefined, id: string) =>
    (rows ?? []).map((row) => JSON.stringify([row[id], row.address])).toSorted();
  expect(addressed(after.get('public.order_addresses'), 'order_id')).toEqual(
    addressed(rowsBefore.get('public.orders'), 'id'),
  );
  expect(after.get('public.order_notifications')).toHaveLength(
    rowsBefore.get('public.order_mails')?.length ?? 0,
  );
  const actors = (rowsBefore.get('public.order_events') ?? []).flatMap(({ id, actor_id }) =>
    actor_id === null ? [] : [{ event_id: id, actor_id }],
  );
  expect(actors.length).toBeGreaterThan(0);
  expect(after.get('public.order_event_actors')).toEqual(
    expect.arrayContaining(actors.map((actor) => expect.objectContaining(actor))),
  );
  expect(after.get('public.faq_questions')).toMatchObject([
    { question: 'How long does it take?', answer: 'Three days.' },
  ]);
});

it('records for each order its cost, payments and refunds, and where its pieces are', async () => {
  const rows = await old.admin<{ id: string; words: string }[]>`
    select orders.id, concat_ws(' ', orders.status, orders.payment_status,
      case when charged > 0 then 'costs its total' end,
      case when received > 0 then 'came' end, case when given_back > 0 then 'went back' end,
      (select 'shipment ' || string_agg(state::text, ',') from public.shipments where order_id = orders.id),
      (select 'return ' || string_agg(state::text, ',' order by number) from public.returns where order_id = orders.id),
      (select 'refund ' || string_agg(state::text, ',') from public.refunds where order_id = orders.id)
    ) as words from public.orders`;
  const found = new Map(rows.map(({ id, words }) => [id, words]));
  expect(Object.fromEntries([...placed].map(([name, id]) => [name, found.get(id)]))).toEqual({
    waits: 'pending unpaid costs its total',
    'in production': 'in_production unpaid costs its total',
    'on its way': 'shipped unpaid costs its total shipment handed_over',
    delivered: 'delivered paid costs its total came shipment delivered',
    cancelled: 'cancelled unpaid',
    'awaits a transfer': 'awaiting_payment unpaid costs its total',
    'given back': 'cancelled refunded came went back refund sent',
    'to be given back': 'cancelled refund_due came refund due',
    'kept, and given back': 'delivered refunded came went back shipment delivered refund sent',
    reported: 'return_requested paid costs its total came shipment delivered return requested',
    returned: 'returned refund_due came shipment delivered return declined,received refund due',
    'paid by card': 'confirmed paid costs its total came',
  });
  const [entries] = await old.admin<{ opening: number; others: number; carriers: number }[]>`
    select count(*) filter (where note = 'opening_balance')::int as opening,
      count(*) filter (where note <> 'opening_balance')::int as others,
      (select count(*)::int from public.shipments where carrier_name <> '' or tracking_number is not null) as carriers
    from public.payment_entries`;
  expect(entries).toEqual({ opening: 26, others: 0, carriers: 0 });
  await old.disconnect();
});

it('leaves the same schema as a new store, down to the last grant', async () => {
  const wanted = await makeDatabase(
    old.addressOf('shop'),
    'wanted',
    { kind: 'migrations', folder: MIGRATIONS },
    await passwordOfAuthenticator(old.addressOf('shop'), old.at('shop')),
  );
  const [own, ours] = [openPool(old.addressOf('shop'), 1), openPool(wanted, 1)];
  expect(await readCatalogue(own)).toEqual(await readCatalogue(ours));
  await Promise.all([own.end(), ours.end()]);
});

it('delivers, returns, refunds and cancels old orders, and the ledgers balance', async () => {
  const { backend, db } = await start(MIGRATIONS);
  try {
    const asStaff = <Value>(text: string, ...values: string[]) =>
      call<Value>(db, staff.identity, text, values);
    const idOf = async (table: 'shipments' | 'returns' | 'refunds', name: string, nth = 0) => {
      const found = await db.owner.unsafe<{ id: string }[]>(
        `select id from ${table} where order_id = $1 order by number`,
        [placed.get(name) ?? ''],
      );
      return found.at(nth)?.id ?? '';
    };
    await asStaff(
      "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments(array[$1::text::uuid], 'delivered') answer",
      await idOf('shipments', 'on its way'),
    );
    for (const name of ['reported', 'delivered']) {
      if (name === 'delivered')
        await call(db, shopper.identity, "select to_jsonb(request_return($1, 'Too small')) as value", [
          placed.get(name) ?? '',
        ]);
      const id = await idOf('returns', name, -1);
      await asStaff('select to_jsonb(decide_return($1::text::uuid, true)) as value', id);
      await asStaff(
        `select to_jsonb(receive_return($1::text::uuid, (
          select jsonb_agg(jsonb_build_object('order_line_id', order_line_id, 'quantity', quantity, 'received', quantity,
            'condition', 'as_new', 'fate', 'restock')) from return_lines where return_id = $1::text::uuid))) as value`,
        id,
      );
    }
    for (const name of ['reported', 'to be given back', 'returned'])
      await asStaff(
        "select to_jsonb(send_refund($1::text::uuid, 'transfer', 'By hand')) as value",
        await idOf('refunds', name),
      );
    await asStaff("select to_jsonb(cancel_order($1, 'Sold out')) as value", placed.get('paid by card') ?? '');
    await asStaff(
      "select to_jsonb(record_payment($1, 'paid', 'TR-9')) as value",
      placed.get('awaits a transfer') ?? '',
    );
    const next = await place(db, shopper.identity, {
      ...{ tenant_id: STORE, idempotency_key: randomUUID(), address, payment_method: 'cash_on_delivery' },
      lines: [{ product_id: MUG, quantity: 1 }],
    });
    expect<PlacedOrder['status']>(next.status).toBe('pending');
    expect(await checkLedger(db.owner)).toEqual([]);
  } finally {
    await backend.close();
  }
});
