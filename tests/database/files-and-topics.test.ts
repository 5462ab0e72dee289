import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { anonymous, attempt, makePerson, type Person } from './people.ts';
import { makeStore, move, orderOf, place, type Store, setStock, variantOf } from './store.ts';

let store: Store;
let foreign: Store;
let admin: Person;
let foreignAdmin: Person;
let shopper: Person;
let neighbour: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  foreign = await makeStore(db, 'casecraft');
  admin = await makePerson(db, store.tenantId, 'admin');
  foreignAdmin = await makePerson(db, foreign.tenantId, 'super_admin');
  shopper = await makePerson(db, store.tenantId);
  neighbour = await makePerson(db, store.tenantId);
});

const upload = async (who: Identity, bucket: string, name: string) =>
  'rows' in
  (await attempt(db, who, 'insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name]));

describe('files', () => {
  test('the buckets exist, with their limits', async () => {
    const buckets =
      await db.owner`select id, public from storage.buckets where file_size_limit > 0 and allowed_mime_types <> '{}' order by id`;
    expect(buckets).toEqual([
      { id: 'avatars', public: true },
      { id: 'banners', public: true },
      { id: 'brand-files', public: false },
      { id: 'brand-media', public: true },
      { id: 'designs', public: false },
      { id: 'order-photos', public: false },
      { id: 'print-files', public: false },
      { id: 'product-images', public: true },
      { id: 'website-images', public: true },
    ]);
  });

  test.each([
    ['banners', (tenant: string) => `banner-images/${tenant}/${randomUUID()}.webp`],
    ['website-images', (tenant: string) => `category-images/${tenant}/${randomUUID()}.webp`],
    ['product-images', (tenant: string) => `${tenant}/${randomUUID()}.webp`],
    ['brand-media', (tenant: string) => `${tenant}/${randomUUID()}.webm`],
  ])('in %s staff write below their own store, and nobody else does', async (bucket, path) => {
    expect(await upload(admin.identity, bucket, path('inkthread'))).toBe(true);
    expect(await upload(admin.identity, bucket, path('casecraft'))).toBe(false);
    expect(await upload(foreignAdmin.identity, bucket, path('inkthread'))).toBe(false);
    expect(await upload(shopper.identity, bucket, path('inkthread'))).toBe(false);
    expect(await upload(anonymous, bucket, path('inkthread'))).toBe(false);
    expect(await upload(admin.identity, bucket, `elsewhere/${path('inkthread')}`)).toBe(false);
  });

  test.each(['avatars', 'designs', 'order-photos'])(
    'in %s people write under their own folder',
    async (bucket) => {
      const mine = `inkthread/${shopper.id}/a.webp`;
      expect(await upload(shopper.identity, bucket, mine)).toBe(true);
      expect(await upload(shopper.identity, bucket, `inkthread/${neighbour.id}/a.webp`)).toBe(false);
      expect(await upload(shopper.identity, bucket, `casecraft/${shopper.id}/a.webp`)).toBe(false);
      const see = (who: Identity) =>
        db.run(who, 'select name from storage.objects where bucket_id = $1 and name = $2', [bucket, mine]);
      expect(await see(shopper.identity)).toHaveLength(1);
      expect(await see(admin.identity)).toHaveLength(1);
      expect([await see(neighbour.identity), await see(foreignAdmin.identity), await see(anonymous)]).toEqual(
        [[], [], []],
      );
      await neighbour.run('delete from storage.objects where name = $1', [mine]);
      expect(await see(shopper.identity)).toHaveLength(1);
    },
  );

  test('print files are readable for staff and written only by the server', async () => {
    const name = `inkthread/${randomUUID()}/front.png`;
    for (const who of [admin.identity, shopper.identity, anonymous])
      expect(await upload(who, 'print-files', name)).toBe(false);
    expect(await upload({ role: 'service_role', claims: {} }, 'print-files', name)).toBe(true);
    const see = (who: Identity) => db.run(who, 'select 1 from storage.objects where name = $1', [name]);
    expect([
      await see(admin.identity),
      await see(shopper.identity),
      await see(foreignAdmin.identity),
    ]).toEqual([[{ '?column?': 1 }], [], []]);
  });

  test('nothing is overwritten', async () => {
    const name = `inkthread/${randomUUID()}.webp`;
    await upload(admin.identity, 'product-images', name);
    await admin.attempt("update storage.objects set metadata = '{}' where name = $1", [name]);
    const [row] = await db.owner`select metadata from storage.objects where name = ${name}`;
    expect(row?.metadata).toBeNull();
  });
});

describe('topics', () => {
  /** Whether a person may join a topic, as the realtime service asks. */
  const hears = async (who: Identity, topic: string) => {
    const [row] = await db.run(
      { ...who, settings: { 'realtime.topic': topic } },
      'select private.can_subscribe(realtime.topic()) as hears',
    );
    return row?.hears;
  };

  test('staff hear orders, a shopper their own, everybody the catalog', async () => {
    const order = await place(db, shopper.identity, orderOf(store));
    const chat = await shopper.value<{ conversation_id: string }>(
      "select to_jsonb(send_chat_message($1, 'Hello')) as value",
      [store.tenantId],
    );
    const topics = [
      'catalogue:inkthread',
      'orders:inkthread',
      'staff:inkthread',
      `order:${order.id}`,
      `chat:inkthread:${chat.conversation_id}`,
    ];
    const heard = async (who: Identity) => {
      const answers = [];
      for (const topic of topics) answers.push(await hears(who, topic));
      return answers;
    };
    expect(await heard(admin.identity)).toEqual([true, true, true, true, true]);
    expect(await heard(shopper.identity)).toEqual([true, false, false, true, true]);
    expect(await heard(neighbour.identity)).toEqual([true, false, false, false, false]);
    expect(await heard(foreignAdmin.identity)).toEqual([true, false, false, false, false]);
  });

  test.each([
    '',
    'orders',
    'orders:',
    'order:x',
    'chat:inkthread',
    'chat:inkthread:x',
    'other:inkthread',
    'order:1; drop',
  ])('nobody hears "%s"', async (topic) => {
    const [row] = await db.run(
      { ...admin.identity, settings: { 'realtime.topic': topic } },
      'select private.can_subscribe(realtime.topic()) as hears',
    );
    expect(row?.hears).toBe(false);
  });
});

describe('announcements', () => {
  /** Broadcasts during an action, in order. */
  async function announced(
    work: () => Promise<unknown>,
  ): Promise<{ topic: string; event: string; private: boolean; payload: Record<string, unknown> }[]> {
    const heard: string[] = [];
    const end = randomUUID();
    await db.owner`select realtime.flush_outbox()`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = await db.listen('realtime:broadcast', (message) =>
      message === end ? resolve() : heard.push(message),
    );
    await work();
    await db.owner`select realtime.flush_outbox()`;
    await db.owner`select pg_notify('realtime:broadcast', ${end})`;
    await promise;
    await stop();
    return heard.map((message) => JSON.parse(message));
  }

  test('a sale is broadcast only when it changes a page', async () => {
    await setStock(db, store.hoodieId, 32);
    const variant = await variantOf(db, store.hoodieId, 'M / Black');
    const buy = (quantity: number) => () =>
      place(
        db,
        shopper.identity,
        orderOf(store, { lines: [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }] }),
      );
    const catalogue = async (work: () => Promise<unknown>) =>
      (await announced(work))
        .filter(({ topic }) => topic === 'catalogue:inkthread')
        .map(({ payload }) => payload);
    const left = (stock: number) => ({
      kind: 'stock',
      action: 'update',
      ids: [store.hoodieId],
      // Other variants of the product have enough stock.
      stock: null,
      affects_listings: stock === 0,
      variants: { [variant]: stock },
    });
    expect(await catalogue(buy(2))).toEqual([]);
    expect(await catalogue(buy(1))).toEqual([left(5)]);
    expect(await catalogue(buy(1))).toEqual([left(4)]);
    expect(await catalogue(buy(4))).toEqual([left(0)]);
  });

  test('changes of many products are one message with their ids, of very many one without', async () => {
    const insert = (n: number) => () =>
      db.owner`insert into products (tenant_id, name, price) select 'inkthread', 'Thing ' || i, 1 from generate_series(1, ${n}) i`;
    const [few] = await announced(insert(3));
    expect(few).toMatchObject({
      topic: 'catalogue:inkthread',
      private: true,
      payload: { kind: 'product', action: 'insert' },
    });
    expect(few?.payload.ids).toHaveLength(3);
    const [many] = await announced(insert(60));
    expect(many?.payload).toEqual({ kind: 'product', action: 'insert' });
    const messages = await announced(() =>
      admin.run("update products set price = 2 where name like 'Thing %'"),
    );
    expect(messages.map(({ payload }) => payload)).toEqual([{ kind: 'product', action: 'update' }]);
  });

  test('an order is broadcast to staff when it is placed, and to its shopper when it moves', async () => {
    await announced(() => setStock(db, store.hoodieId, 400));
    const placed = await announced(() => place(db, shopper.identity, orderOf(store)));
    expect(placed).toMatchObject([
      { topic: 'orders:inkthread', event: 'insert', private: true, payload: { status: 'pending' } },
    ]);
    const id = String(placed[0]?.payload.id);
    const moved = await announced(() =>
      admin.run("select change_order_status($1::text::uuid, 'confirmed')", [id]),
    );
    expect(moved.map(({ topic, event }) => [topic, event])).toEqual([
      ['orders:inkthread', 'update'],
      [`order:${id}`, 'update'],
    ]);
  });

  test('each shipment event is broadcast once, to staff and its shopper', async () => {
    await announced(() => setStock(db, store.hoodieId, 400));
    const { id } = await place(db, shopper.identity, orderOf(store));
    await move(db, admin.identity, id, 'confirmed');
    const expected = [
      ['orders:inkthread', 'update'],
      [`order:${id}`, 'update'],
    ];
    const shipments = 'array(select id from shipments where order_id = $1::text::uuid)';
    for (const call of [
      'pack_order($1::text::uuid)',
      `move_shipments(${shipments}, 'handed_over')`,
      `move_shipments(${shipments}, 'in_transit')`,
      `move_shipments(${shipments}, 'out_for_delivery')`,
      `change_shipment((${shipments})[1], '{"tracking_number": "T-1"}')`,
      `move_shipments(${shipments}, 'delivered')`,
    ]) {
      const heard = await announced(() => admin.run(`select ${call}`, [id]));
      expect(
        heard.map(({ topic, event }) => [topic, event]),
        call,
      ).toEqual(expected);
    }
  });

  test('a note to the shopper is broadcast on the order’s topic, an internal one is not', async () => {
    await announced(() => setStock(db, store.hoodieId, 400));
    const { id } = await place(db, shopper.identity, orderOf(store));
    const note = (internal: boolean) => () =>
      admin.run('select add_order_note($1::text::uuid, $2, $3)', [id, 'Ring twice', internal]);
    expect(await announced(note(false))).toMatchObject([
      { topic: `order:${id}`, event: 'note', private: true, payload: { id } },
    ]);
    expect(await announced(note(true))).toEqual([]);
  });

  test('banners, categories and settings are broadcast by kind and id', async () => {
    const messages = await announced(async () => {
      await admin.run("insert into banners (tenant_id, title) values ('inkthread', 'New')");
      await admin.run("update categories set description = 'x' where tenant_id = 'inkthread'");
      await admin.run("update settings set store = '{\"a\": 2}' where tenant_id = 'inkthread'");
    });
    expect(messages.map(({ payload }) => [payload.kind, payload.action])).toEqual([
      ['banner', 'insert'],
      ['category', 'update'],
      ['settings', 'update'],
    ]);
  });
});
