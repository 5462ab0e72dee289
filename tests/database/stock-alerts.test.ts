import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, makePerson, type Person, server } from './people.ts';
import { takeAlerts } from './queued-notifications.ts';
import { newCustomers } from './races.ts';
import { inProduction, moveShipment, sent } from './shipments.ts';
import { call, freshTenant, makeStore, move, type Store, variantOf } from './store.ts';

storeForEachTest({ tampers: true });

let sought: string;

beforeEach(async () => {
  sought = await variantOf(db, store.hoodieId, 'M / Black');
  await setStock(0);
});

const setStock = (stock: number, id = sought) =>
  admin.run('select adjust_stock($1, $2 - (select stock from product_variants where id = $3), $4, $3)', [
    ...[store.hoodieId, stock, id, 'counted'],
  ]);

const ask = 'insert into stock_alerts (tenant_id, product_id, variant_id) values ($1, $2, $3)';
const asks = (who: Person, of: Store = store, product = store.hoodieId, variant = sought) =>
  who.attempt(ask, [of.tenantId, product, variant]);

const take = () =>
  call<{ id: string; email: string; variant_id: string }[]>(...[db, server, takeAlerts('stock')]);
/** Takes this store's due alerts. */
const taken = async () => (await take()).filter(({ variant_id }) => variant_id === sought);
const emailOf = ({ email }: Person) => email.replace(`+${store.tenantId}`, '');
const waiting = async () =>
  (await db.owner`select user_id from stock_alerts where variant_id = ${sought}`).length;

describe('a shopper who asked for a sold-out variant', () => {
  test('gets one mail when it is back, with its name and where it is', async () => {
    await asks(shopper);
    await asks(await makePerson(db, store.tenantId));
    await setStock(5, await variantOf(db, store.hoodieId, 'M / White'));
    expect(await taken()).toEqual([]);
    await setStock(2);
    const alerts = await taken();
    expect(alerts).toHaveLength(2);
    expect(alerts[0]).toMatchObject({
      tenant_id: store.tenantId,
      email: emailOf(shopper),
      product_id: store.hoodieId,
      product: 'Ink hoodie',
      variant_id: sought,
      variant: 'M / Black',
    });
    // Taken alerts stay taken for a while, and a change of stock does not create another.
    await setStock(1);
    expect(await taken()).toEqual([]);
    for (const { id } of alerts) await db.owner`delete from stock_alerts where id = ${id}`;
    expect(await waiting()).toBe(0);
    await setStock(0);
    await setStock(3);
    expect(await taken()).toEqual([]);
  });

  test('gets a mail when a cancelled order restocks a piece', async () => {
    await setStock(1);
    const order = await buy();
    await asks(shopper);
    expect(await taken()).toEqual([]);
    await move(db, shopper.identity, order.id, 'cancelled');
    expect(await taken()).toMatchObject([{ email: emailOf(shopper) }]);
  });

  test('gets a mail when a returned-to-sender piece is restocked, and not when it has only come back', async () => {
    await setStock(2);
    const shipment = await sent(await inProduction(2));
    await asks(shopper);
    await moveShipment(shipment, 'returned_to_sender');
    const [part] =
      await db.owner`select order_line_id from shipment_lines where shipment_id = ${shipment.id}`;
    const look = (fate: 'restocked' | 'discarded') =>
      admin.run('select inspect_shipment($1::text::uuid, $2::text::jsonb)', [
        shipment.id,
        JSON.stringify([{ order_line_id: part?.order_line_id, [fate]: 1 }]),
      ]);
    await look('discarded');
    expect(await taken()).toEqual([]);
    await look('restocked');
    expect(await taken()).toMatchObject([{ email: emailOf(shopper) }]);
  });

  test('gets a mail when a returned piece is restocked, and not for one that is not', async () => {
    await setStock(2);
    const order = await inProduction(2);
    await moveShipment(await sent(order), 'delivered');
    await asks(shopper);
    const giveBack = async (fate: 'restock' | 'seconds') => {
      const line = { order_line_id: order.lines[0]?.id };
      const id = await admin.value<string>(
        "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)).id as value",
        [order.id, JSON.stringify([{ ...line, quantity: 1 }])],
      );
      await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
        id,
        JSON.stringify([{ ...line, received: 1, fate }]),
      ]);
    };
    await giveBack('seconds');
    expect(await taken()).toEqual([]);
    await giveBack('restock');
    expect(await taken()).toMatchObject([{ email: emailOf(shopper) }]);
  });

  test('gets none for a piece sold out again before the mail goes, and one when it is back', async () => {
    await asks(shopper);
    await setStock(1);
    await setStock(0);
    expect(await taken()).toEqual([]);
    await setStock(1);
    expect(await taken()).toHaveLength(1);
  });

  test('gets none for a variant that is no longer sold, and one once it is sold again', async () => {
    await asks(shopper);
    await db.owner`update product_variants set is_active = false where id = ${sought}`;
    await db.owner`update product_variants set stock = 4 where id = ${sought}`;
    expect(await taken()).toEqual([]);
    await db.owner`update products set is_active = false where id = ${store.hoodieId}`;
    await db.owner`update product_variants set is_active = true where id = ${sought}`;
    expect(await taken()).toEqual([]);
    await db.owner`update products set is_active = true where id = ${store.hoodieId}`;
    expect(await taken()).toHaveLength(1);
  });

  test('gets no mail for an available variant: the request says that it is back', async () => {
    await setStock(1);
    expect(await asks(shopper)).toMatchObject({ detail: 'in_stock', message: 'Ink hoodie is in stock.' });
    expect(await waiting()).toBe(0);
  });

  test('cannot ask for a product, or in a store, that is never restocked', async () => {
    await admin.run('update products set restocks = false where id = $1', [store.hoodieId]);
    expect(await asks(shopper)).toMatchObject({ detail: 'not_restocked' });
    await admin.run('update products set restocks = true where id = $1', [store.hoodieId]);
    const openFor = (restocks: boolean) =>
      db.owner`update settings set features = features || ${JSON.stringify({ restocks })}::text::jsonb
        where tenant_id = ${store.tenantId}`;
    await openFor(false);
    expect(await asks(shopper)).toMatchObject({ detail: 'not_restocked' });
    expect(await waiting()).toBe(0);
    await openFor(true);
    expect(await asks(shopper)).toEqual({ rows: [] });
  });

  test('gets a mail even when asking and restocking coincide', async () => {
    const people = await newCustomers(12);
    const [answers] = await Promise.all([Promise.all(people.map((one) => asks(one))), setStock(1)]);
    const refused = answers.filter((answer) => 'detail' in answer && answer.detail === 'in_stock');
    expect([...refused, ...(await taken())]).toHaveLength(12);
  });

  test('may wait for fifty products, not for a hundred', async () => {
    await db.owner`
      insert into products (tenant_id, name, price) select ${store.tenantId}, 'Sold out ' || n, 10 from generate_series(1, 51) n`;
    const many = `insert into stock_alerts (tenant_id, product_id, variant_id)
      select v.tenant_id, v.product_id, v.id from product_variants v join products p on p.id = v.product_id
      where p.name like 'Sold out %' order by p.name limit $1`;
    expect(await shopper.attempt(many, [51])).toMatchObject({ detail: 'too_many_alerts' });
    expect(await shopper.attempt(many, [50])).toEqual({ rows: [] });
  });

  test('is mailed again after a failure, at most twelve times', async () => {
    await asks(shopper);
    await setStock(1);
    const fails = async () => {
      const [job] = await db.owner<{ id: number }[]>`
        select job.id from private.jobs job join stock_alerts alert on alert.id::text = job.key where variant_id = ${sought}`;
      await db.run(server, "select fail_job($1, 1, 'No answer')", [job?.id ?? 0]);
    };
    expect(await taken()).toHaveLength(1);
    await fails();
    expect(await taken()).toEqual([]);
    const due = (attempts: number) =>
      db.owner`update private.jobs set run_at = now(), attempts = ${attempts} where kind = 'send_stock_alert'`;
    await due(11);
    expect(await taken()).toHaveLength(1);
    await due(12);
    expect(await taken()).toEqual([]);
  });

  test('asks twice in vain, and withdraws it', async () => {
    await asks(shopper);
    expect(await asks(shopper)).toMatchObject({ code: '23505' });
    await shopper.run('delete from stock_alerts where variant_id = $1', [sought]);
    await setStock(1);
    expect(await taken()).toEqual([]);
  });

  test('is forgotten with the account', async () => {
    await asks(shopper);
    const timestamp = Math.floor(Date.now() / 1_000);
    const { claims } = shopper.identity;
    const fresh = { ...shopper.identity, claims: { ...claims, amr: [{ method: 'password', timestamp }] } };
    await db.run(fresh, 'select delete_account($1)', [store.tenantId]);
    await setStock(1);
    expect(await taken()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('needs a valid address', async () => {
    await db.owner`update auth.users set email = null, phone = '201012345678' where id = ${shopper.id}`;
    await db.owner`update profiles set email = '' where id = ${shopper.id}`;
    expect(await asks(shopper)).toMatchObject({
      detail: 'no_email',
      message: expect.stringMatching(/email/),
    });
  });
});

describe('an alert', () => {
  test('refers to a variant of that product and store, and to a person who has an account there', async () => {
    const other = await makeStore(db, freshTenant());
    const theirs = await variantOf(db, other.hoodieId, 'M / Black');
    const of = (variant: string, product: string, tenant: Store) => asks(shopper, tenant, product, variant);
    expect(await of(theirs, store.hoodieId, store)).toMatchObject({ code: '23503' });
    expect(await of(theirs, other.hoodieId, store)).toMatchObject({ code: '23503' });
    expect(await of(sought, store.mugId, store)).toMatchObject({ code: '23503' });
    expect(await of(theirs, other.hoodieId, other)).toMatchObject({ detail: 'no_email' });
    expect(await waiting()).toBe(0);
  });

  test('is for nobody else to read, create, change or remove', async () => {
    await asks(shopper);
    const neighbour = await makePerson(db, store.tenantId);
    for (const who of [neighbour, admin]) {
      expect(await who.run('select 1 from stock_alerts')).toEqual([]);
      await who.run('delete from stock_alerts where user_id = $1', [shopper.id]);
      const forged =
        'insert into stock_alerts (tenant_id, user_id, product_id, variant_id) values ($1, $2, $3, $4)';
      const white = await variantOf(db, store.hoodieId, 'M / White');
      const refusal = await who.refusal(forged, [...[store.tenantId, shopper.id, store.hoodieId, white]]);
      expect(refusal.code).toBe('42501');
    }
    expect(await shopper.attempt('update stock_alerts set created_at = now()')).toMatchObject({
      code: '42501',
    });
    expect(await attempt(db, anonymous, 'select 1 from stock_alerts')).toMatchObject({ code: '42501' });
    expect(await waiting()).toBe(1);
  });

  test('is deleted with its variant', async () => {
    await asks(shopper);
    await db.owner`delete from product_variants where id = ${sought}`;
    expect(await waiting()).toBe(0);
  });

  test('that is being sent does not block selling or asking', async () => {
    const white = await variantOf(db, store.hoodieId, 'M / White');
    await asks(shopper);
    await setStock(3);
    await setStock(0, white);
    const done = db.transaction(server, async (sql) => {
      await sql.unsafe(takeAlerts('stock'));
      await Promise.race([Promise.all([buy(), asks(admin, store, store.hoodieId, white)]), wait(5_000)]);
      return 'taken';
    });
    expect(await done).toBe('taken');
    expect(await waiting()).toBe(1);
    expect(await db.owner`select 1 from stock_alerts where variant_id = ${white}`).toHaveLength(1);
  });
});

describe('a wishlist entry', () => {
  const wish = 'insert into wishlists (tenant_id, product_id, variant_id) values ($1, $2, $3)';
  const wished = async () => [
    ...(await db.owner`select product_id, variant_id from wishlists where user_id = ${shopper.id}`),
  ];

  test('refers to the selected variant, and to the product when that one is deleted', async () => {
    await shopper.run(wish, [store.tenantId, store.hoodieId, sought]);
    expect(await wished()).toEqual([{ product_id: store.hoodieId, variant_id: sought }]);
    await db.owner`delete from product_variants where id = ${sought}`;
    expect(await wished()).toEqual([{ product_id: store.hoodieId, variant_id: null }]);
  });

  test('refers to a variant of that product', async () => {
    const other = await makeStore(db, freshTenant());
    for (const [product, variant] of [
      [store.mugId, sought],
      [store.hoodieId, await variantOf(db, other.hoodieId, 'M / Black')],
    ]) {
      const refusal = await shopper.refusal(wish, [...[store.tenantId, product ?? '', variant ?? '']]);
      expect(refusal.code).toBe('23503');
    }
    expect(await wished()).toEqual([]);
  });
});
