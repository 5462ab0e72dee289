import { beforeEach, describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { call, freshTenant, makeStore, move, variantOf } from './store.ts';

storeForEachTest({ alone: true });

type Topic = 'new_order' | 'problem' | 'low_stock' | 'failed_job' | 'for_me';
interface Told {
  id: string;
  topic: Topic;
  channel: string;
  email: string;
  language: string;
  items: Record<string, unknown>[];
  notification_ids: number[];
}

const choose = (who: Person, topic: Topic, more: { channel?: string; each_morning?: boolean } = {}) =>
  who.attempt(
    `insert into staff_notification_choices (tenant_id, user_id, topic, channel, each_morning)
    values ($1, $2, $3, $4, $5) returning id`,
    [store.tenantId, who.id, topic, more.channel ?? 'email', more.each_morning ?? false],
  );

/** When this store's waiting notifications go out, in minutes from now. */
async function dueIn(): Promise<number[]> {
  const rows = await db.owner<{ minutes: number }[]>`
    select round(extract(epoch from run_at - now()) / 60)::integer as minutes from private.jobs
    where kind = 'send_staff_notification' and tenant_id = ${store.tenantId} order by 1`;
  return rows.map(({ minutes }) => minutes);
}

/** Takes this store's notifications as the server does, once their time has come, and sends them. */
async function sent(): Promise<Told[]> {
  await db.owner`update private.jobs set run_at = now() where kind = 'send_staff_notification'`;
  const told = await call<Told[]>(
    db,
    server,
    `select coalesce(jsonb_agg(to_jsonb(told)), '[]') as value from staff_notifications_to_send(
      array(select id from take_jobs('{send_staff_notification}', 100))) told`,
  );
  for (const { notification_ids: ids } of told)
    await db.run(server, 'select staff_notifications_sent($1::text::bigint[])', [`{${ids.join()}}`]);
  await db.owner`delete from private.jobs where kind = 'send_staff_notification'`;
  return told;
}

const setStock = async (stock: number, variantId: string) =>
  db.run(
    server,
    `select adjust_stock($1, $2 - (select stock from product_variants where id = $3), 'Counted', $3)`,
    [store.hoodieId, stock, variantId],
  );

beforeEach(async () => {
  await db.owner`delete from private.jobs`;
});

describe('somebody on the staff', () => {
  test('hears of new orders in one message within minutes, without anything about customers', async () => {
    await choose(admin, 'new_order');
    const [first, second] = [await buy(), await buy()];
    expect(await dueIn()).toEqual([2]);
    const [told, ...others] = await sent();
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      topic: 'new_order',
      channel: 'email',
      email: admin.email.replace(`+${store.tenantId}`, ''),
      language: 'en',
    });
    expect(told?.items.map(({ number }) => number)).toEqual([second?.number, first?.number]);
    expect(Object.keys(told?.items[0] ?? {}).sort()).toEqual(['happening', 'id', 'number', 'total']);
    expect(await sent()).toEqual([]);
  });

  test('hears only of what they chose, and of nothing that they did themselves', async () => {
    await choose(admin, 'problem');
    await buy();
    expect(await sent()).toEqual([]);
    await choose(admin, 'low_stock');
    const variant = await variantOf(db, store.hoodieId, 'M / Black');
    await setStock(50, variant);
    await admin.run(`select adjust_stock($1, -49, 'Lost', $2)`, [store.hoodieId, variant]);
    expect(await sent()).toEqual([]);
  });

  test('hears of what was passed on to them by somebody else, while they have not seen it', async () => {
    const colleague = await makePerson(db, store.tenantId, 'admin');
    await choose(admin, 'for_me');
    await choose(colleague, 'for_me');
    const [order, other] = [await buy(), await buy()];
    const assign = (by: Person, orderId: string) =>
      db.run(by.identity, 'select assign_orders(array[$1::text::uuid], $2::text::uuid)', [orderId, admin.id]);
    await assign(colleague, order.id);
    await assign(admin, other.id);
    await db.run(colleague.identity, 'select add_order_note($1::text::uuid, $2)', [
      ...[other.id, `Which blue, @[${admin.id}]?`],
    ]);
    const told = await sent();
    expect(told.map(({ email }) => email)).toEqual([admin.email.replace(`+${store.tenantId}`, '')]);
    expect(told.flatMap(({ items }) => items)).toEqual([
      { id: other.id, number: other.number, happening: 'mentioned' },
      { id: order.id, number: order.number, happening: 'assigned' },
    ]);
    await assign(colleague, other.id);
    await db.run(colleague.identity, 'select assign_orders(array[$1::text::uuid], null)', [order.id]);
    expect(await sent()).toEqual([]);
  });

  test('hears how their request was decided, with the word, without seeing orders', async () => {
    const pricer = await makeWorker(db, store.tenantId, ['products.price'], { 'products.price': 10 });
    expect(await choose(pricer, 'for_me')).toHaveProperty('rows');
    const ask = (price: number) =>
      pricer.value<string>("select request_approval('change_products', $1::text::jsonb) as value", [
        JSON.stringify({
          p_tenant_id: store.tenantId,
          p_ids: [store.mugId],
          p_change: { kind: 'price', by: 'set', value: price, strike: false },
        }),
      ]);
    const first = await ask(1);
    await admin.run("select decide_approval_request($1::text::uuid, false, 'Too cheap')", [first]);
    const [told, ...others] = await sent();
    expect(others).toEqual([]);
    expect(told?.items).toMatchObject([{ id: first, happening: 'request_refused', note: 'Too cheap' }]);
    const second = await ask(2);
    await db.owner`update products set price = price + 100 where id = ${store.mugId}`;
    await admin.run('select decide_approval_request($1::text::uuid, true)', [second]);
    expect((await sent()).flatMap(({ items }) => items)).toMatchObject([
      { id: second, happening: 'request_changed' },
    ]);
  });

  test('does not hear of an order that was cancelled in the meantime', async () => {
    await choose(admin, 'new_order');
    const order = await buy();
    await move(db, shopper.identity, order.id, 'cancelled');
    expect(await sent()).toEqual([]);
  });

  test('hears of a return as a problem of its order', async () => {
    await choose(admin, 'problem');
    const order = await buy();
    const colleague = await makePerson(db, store.tenantId, 'admin');
    await move(db, colleague.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await move(db, shopper.identity, order.id, 'return_requested');
    expect((await sent()).flatMap(({ items }) => items)).toMatchObject([
      { number: order.number, happening: 'returns' },
    ]);
  });

  test('hears of low stock the next morning if they chose so, of each variant once and as it is then', async () => {
    await choose(admin, 'low_stock', { each_morning: true });
    const [black, white] = [
      await variantOf(db, store.hoodieId, 'M / Black'),
      await variantOf(db, store.hoodieId, 'M / White'),
    ];
    for (const variant of [black, white]) {
      await setStock(50, variant);
      await setStock(2, variant);
    }
    await setStock(50, white);
    await setStock(40, black);
    await setStock(1, black);
    const [minutes = 0] = await dueIn();
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThanOrEqual(24 * 60);
    expect(
      (
        await db.owner`
      select private.shop_time(run_at)::time::text as at from private.jobs where kind = 'send_staff_notification'`
      )[0],
    ).toEqual({
      at: '08:00:00',
    });
    expect((await sent()).flatMap(({ items }) => items)).toEqual([
      { id: store.hoodieId, name: 'Ink hoodie', variant: 'M / Black', stock: 1 },
    ]);
  });

  test('hears within minutes of what waited for the morning once they choose so', async () => {
    await choose(admin, 'low_stock', { each_morning: true });
    const variant = await variantOf(db, store.hoodieId, 'M / Black');
    await setStock(50, variant);
    await setStock(2, variant);
    await admin.run('update staff_notification_choices set each_morning = false');
    expect(await dueIn()).toEqual([2]);
  });

  test('hears of a job that failed for good, with its reason', async () => {
    await choose(admin, 'failed_job');
    await db.owner`select private.add_job('send_email', gen_random_uuid()::text, p_tenant_id => ${store.tenantId}, p_max_attempts => 1)`;
    const [job] = await db.owner`
      update private.jobs set attempts = 1, locked_at = now() where kind = 'send_email' returning id`;
    await db.run(server, `select fail_job($1, 1, '550 no such user')`, [String(job?.id)]);
    expect((await sent()).flatMap(({ items }) => items)).toEqual([
      { happening: 'send_email', note: '550 no such user' },
    ]);
  });

  test('hears nothing once they are staff no longer, not even of what was waiting', async () => {
    await choose(admin, 'new_order');
    await buy();
    await db.owner`update user_roles set role = 'user' where user_id = ${admin.id}`;
    expect(await sent()).toEqual([]);
    await buy();
    expect(await sent()).toEqual([]);
    const [left] = await db.owner`
      select count(*)::integer as waiting from private.staff_notifications told
      join staff_notification_choices choice on choice.id = told.choice_id where choice.tenant_id = ${store.tenantId}`;
    expect(left).toEqual({ waiting: 0 });
  });
});

describe('a choice', () => {
  test('is of the people who may see its topic, for themselves, in their store', async () => {
    const foreign = freshTenant();
    await makeStore(db, foreign);
    const stranger = await makePerson(db, foreign, 'admin');
    const insert = `insert into staff_notification_choices (tenant_id, user_id, topic) values ($1, $2, 'new_order')`;
    for (const [who, of] of [
      [shopper, shopper],
      [stranger, stranger],
      [admin, shopper],
    ] as const)
      expect(await who.refusal(insert, [store.tenantId, of.id])).toMatchObject({
        code: expect.stringMatching(/42501|23503/),
      });
    await choose(admin, 'new_order');
    expect(await stranger.run('select id from staff_notification_choices')).toEqual([]);
  });

  test('waits for the morning only with low stock, and goes by mail or WhatsApp', async () => {
    expect(await choose(admin, 'new_order', { each_morning: true })).toMatchObject({ code: '23514' });
    expect(await choose(admin, 'new_order', { channel: 'sms' })).toMatchObject({ code: '23514' });
    expect(await choose(admin, 'new_order', { channel: 'whatsapp' })).toMatchObject({ rows: [{}] });
  });
});
