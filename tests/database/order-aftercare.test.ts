import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { describe, expect, test } from 'vitest';
import { untilWaiting } from '../support/waiting.ts';
import {
  admin,
  buy,
  db,
  delivered,
  givePoints,
  points,
  shopper,
  store,
  storeForEachTest,
} from './own-store.ts';
import { makePerson, server } from './people.ts';
import { call, callForOrder, move, orderOf, stockOf } from './store.ts';

storeForEachTest();

describe('after delivery', () => {
  const age = (hours: number) =>
    db.owner`update shipments set delivered_at = now() - make_interval(hours => ${hours}) where state = 'delivered'`;

  test('points are earned once, and taken back with a return while they are still there', async () => {
    const order = await delivered({
      lines: [{ product_id: store.hoodieId, quantity: 3, size: 'M', color: 'Black' }],
    });
    expect(await points()).toEqual([750, 0]);
    await buy({ points: 700 });
    await move(db, shopper.identity, order.id, 'return_requested');
    await move(db, admin.identity, order.id, 'delivered', 'return_requested', 'returned');
    expect(await points()).toEqual([0, 700]);
  });

  test('a problem is reported within 24 hours, with a description, and not later', async () => {
    const order = await delivered();
    const report = 'select request_return($1::text::uuid, $2)';
    expect(await shopper.refusal(report, [order.id, ' '])).toMatchObject({
      detail: 'reason_required',
    });
    await age(25);
    expect(await shopper.refusal(report, [order.id, 'Torn'])).toMatchObject({
      detail: 'return_too_late',
    });
    await age(23);
    await shopper.run(report, [order.id, 'Torn']);
    const [event] = await admin.run("select note from order_events where to_status = 'return_requested'");
    expect(event?.note).toBe('Torn');
  });

  test('a store that allows more days accepts reports and sizes until then', async () => {
    const order = await delivered();
    const late = await delivered();
    await admin.run(
      `update settings set returns = '{"returnDays": 14, "faultDays": 30}' where tenant_id = $1`,
      [store.tenantId],
    );
    await age(14 * 24 + 1);
    const size = JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L' }]);
    expect(
      await shopper.refusal(
        "select request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', 'key-of-it')",
        [order.id, size],
      ),
    ).toMatchObject({
      detail: 'replacement_too_late',
      message: 'A size can be replaced within 14 days of delivery.',
    });
    const report = "select request_return($1::text::uuid, 'Torn', p_kind => 'replacement')";
    await shopper.run(report, [order.id]);
    await age(30 * 24 + 1);
    expect(await shopper.refusal(report, [late.id])).toMatchObject({
      detail: 'return_too_late',
      message: 'Problems must be reported within 30 days of delivery.',
    });
  });

  test('a report has up to five photos, which the shopper has just uploaded and which nobody can remove', async () => {
    const order = await delivered();
    const neighbour = await makePerson(db, store.tenantId);
    const photo = async (person = shopper, age = '1 minute') => {
      const name = `${store.tenantId}/${person.id}/${randomUUID()}.webp`;
      await db.owner`insert into storage.objects (bucket_id, name, created_at)
        values ('order-photos', ${name}, now() - ${age}::interval)`;
      return name;
    };
    const report = (names: string[]): [string, string[]] => [
      'select request_return($1::text::uuid, $2, p_photos => $3::text::text[])',
      [order.id, 'Torn', `{${names.join(',')}}`],
    ];
    const many = await Promise.all(Array.from({ length: 6 }, () => photo()));
    const missing = `${store.tenantId}/${shopper.id}/${randomUUID()}.webp`;
    for (const names of [many, [missing], [await photo(neighbour)], [await photo(shopper, '25 hours')]])
      expect(await shopper.refusal(...report(names))).toMatchObject({
        detail: 'invalid_photos',
      });

    const [sent = '', second = '', unsent = ''] = many;
    await shopper.run(...report([sent, second]));
    const photos = (who: Identity) => db.run(who, 'select photos from returns');
    for (const who of [shopper, admin])
      expect(await photos(who.identity)).toEqual([{ photos: [sent, second] }]);
    expect(await photos(neighbour.identity)).toEqual([]);
    const remove = (name: string) =>
      shopper.run('delete from storage.objects where name = $1 returning 1', [name]);
    expect(await remove(sent)).toEqual([]);
    expect(await remove(unsent)).toHaveLength(1);
    // Reporting the same problem again changes nothing.
    await shopper.run(...report([many[3] ?? '']));
    expect(await photos(admin.identity)).toEqual([{ photos: [sent, second] }]);
  });

  test('photos that were never sent with a report are removed after two days', async () => {
    const order = await delivered();
    const names = ['sent', 'unsent', 'new'].map((name) => `${store.tenantId}/${shopper.id}/${name}.webp`);
    for (const name of names)
      await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${name})`;
    await shopper.run("select request_return($1::text::uuid, 'Torn', p_photos => $2::text::text[])", [
      ...[order.id, `{${names[0]}}`],
    ]);
    await db.owner`update storage.objects set created_at = now() - interval '49 hours' where name = any (${names.slice(0, 2)})`;
    expect(await call(db, server, 'select remove_unsent_photos() as value')).toBe(1);
    expect(await call(db, server, 'select remove_unsent_photos() as value')).toBe(0);
    expect(
      await db.owner`
      select kind, payload from private.jobs where payload ->> 'name' like ${`${store.tenantId}/%`}`,
    ).toEqual([{ kind: 'remove_file', payload: { bucket_id: 'order-photos', name: names[1] } }]);
  });

  test('returned pieces are restocked only when staff say so', async () => {
    const first = await delivered();
    const second = await delivered();
    for (const order of [first, second]) await move(db, shopper.identity, order.id, 'return_requested');
    await move(db, admin.identity, first.id, 'returned');
    expect(await stockOf(db, store.hoodieId)).toBe(18);
    await admin.run("select change_order_status($1::text::uuid, 'returned', 'As new', true)", [second.id]);
    expect(await stockOf(db, store.hoodieId)).toBe(19);
  });

  test('another size costs only shipping, reserves stock, and is made once', async () => {
    const order = await delivered();
    const replace = (size: string, key = randomUUID()) =>
      [
        "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value",
        [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size }]), key],
      ] as [string, string[]];
    expect(await shopper.refusal(...replace('XXS'))).toMatchObject({
      detail: 'unknown_option',
    });
    const key = randomUUID();
    const sent = await callForOrder(db, shopper.identity, ...replace('L', key));
    expect(sent).toMatchObject({
      status: 'pending',
      subtotal: 0,
      shipping_total: 30,
      total: 30,
      replaces_order_id: order.id,
      lines: [{ size: 'L', color: 'Black', unit_price: 0, product_id: store.hoodieId }],
    });
    expect((await callForOrder(db, shopper.identity, ...replace('L', key))).id).toBe(sent.id);
    expect(await shopper.refusal(...replace('M', key))).toMatchObject({
      detail: 'already_placed',
      message: `Your order ${sent.number} is placed, as you first sent it.`,
    });
    expect(await stockOf(db, store.hoodieId)).toBe(19);
    expect(await stockOf(db, store.hoodieId, 'L / Black')).toBe(19);
    expect(await shopper.refusal(...replace('L'))).toMatchObject({
      detail: 'too_many_to_return',
    });
    await move(db, shopper.identity, sent.id, 'cancelled');
    await age(25);
    expect(await shopper.refusal(...replace('L'))).toMatchObject({
      detail: 'replacement_too_late',
    });
  });
});

test('points become a voucher of their value that only their owner can use', async () => {
  await givePoints(shopper, 400);
  expect(await shopper.refusal('select redeem_points($1, 401)', [store.tenantId])).toMatchObject({
    code: 'P0001',
    message: 'Insufficient points for redemption',
    detail: 'insufficient_points',
  });
  const voucher = await shopper.value<{ code: string; value: number }>(
    'select to_jsonb(redeem_points($1, 400)) as value',
    [store.tenantId],
  );
  expect(voucher).toMatchObject({ value: 40 });
  expect(await points()).toEqual([0, 400]);
  const thief = await makePerson(db, store.tenantId);
  const document = JSON.stringify(orderOf(store, { discount_code: voucher.code }));
  expect(await thief.refusal('select place_order($1::text::jsonb)', [document])).toMatchObject({
    detail: 'unknown_discount',
  });
  expect(await buy({ discount_code: voucher.code })).toMatchObject({ discount_total: 40 });
});

test('free places of a slot are shown, and a newly limited slot counts existing orders', async () => {
  await db.owner`update delivery_slots set capacity = null where id = ${store.slotId}`;
  await buy({ slot_id: store.slotId, slot_date: store.slotDate });
  await admin.run('update delivery_slots set capacity = 2 where id = $1', [store.slotId]);
  const left = () =>
    shopper.run('select places_left from available_slots($1) where day = $2::text::date', [
      store.tenantId,
      store.slotDate,
    ]);
  expect(await left()).toEqual([{ places_left: 1 }]);
  await buy({ slot_id: store.slotId, slot_date: store.slotDate });
  expect(await left()).toEqual([]);
});

test('a newly limited slot counts an order that is being placed', async () => {
  await db.owner`update delivery_slots set capacity = null where id = ${store.slotId}`;
  const counting = () => admin.run('update delivery_slots set capacity = 1 where id = $1', [store.slotId]);
  const document = JSON.stringify(orderOf(store, { slot_id: store.slotId, slot_date: store.slotDate }));
  const counted = await db.transaction(shopper.identity, async (sql) => {
    await sql.unsafe('select place_order($1::text::jsonb)', [document]);
    const change = counting();
    await Promise.race([change, untilWaiting(db.owner)]);
    return { change };
  });
  await counted.change;
  const late = await makePerson(db, store.tenantId);
  expect(await late.refusal('select place_order($1::text::jsonb)', [document])).toMatchObject({
    detail: 'slot_full',
  });
});

test('an order placed while a slot becomes limited is counted', async () => {
  await db.owner`update delivery_slots set capacity = null where id = ${store.slotId}`;
  const document = JSON.stringify(orderOf(store, { slot_id: store.slotId, slot_date: store.slotDate }));
  const placed = await db.owner.begin(async (sql) => {
    await sql`update delivery_slots set capacity = 0 where id = ${store.slotId}`;
    const order = shopper.attempt('select place_order($1::text::jsonb)', [document]);
    await Promise.race([order, untilWaiting(db.owner)]);
    return { order };
  });
  expect(await placed.order).toMatchObject({ detail: 'slot_full' });
});

test('an order cancelled while its slot becomes limited again takes no place in it', async () => {
  const order = await buy({ slot_id: store.slotId, slot_date: store.slotDate });
  await db.owner`update delivery_slots set capacity = null where id = ${store.slotId}`;
  const cancelled = await db.transaction(shopper.identity, async (sql) => {
    await sql`select cancel_order(${order.id})`;
    const change = admin.run('update delivery_slots set capacity = 1 where id = $1', [store.slotId]);
    await Promise.race([change, untilWaiting(db.owner)]);
    return { change };
  });
  await cancelled.change;
  await buy({ slot_id: store.slotId, slot_date: store.slotDate });
});

test('a stock count by staff is a movement with its author, and never below 0', async () => {
  expect(
    await admin.refusal("select adjust_stock($1::text::uuid, -100, 'Flood')", [store.mugId]),
  ).toMatchObject({ detail: 'too_few_in_stock', message: expect.stringContaining('cannot be taken') });
  const had = await stockOf(db, store.mugId);
  const take = `select adjust_stock($1::text::uuid, -${had}, 'Flood') as value`;
  expect(await admin.value(take, [store.mugId])).toBe(0);
  await admin.run('update products set stock = 7 where id = $1', [store.mugId]);
  expect(await admin.attempt('update products set stock = -1 where id = $1', [store.mugId])).toMatchObject({
    code: '23514',
  });
  const movements = await admin.run(
    'select delta, stock_after, reason, actor_id, note from stock_movements where product_id = $1 order by id',
    [store.mugId],
  );
  expect(movements).toEqual([
    { delta: 5, stock_after: 5, reason: 'initial', actor_id: null, note: '' },
    { delta: -5, stock_after: 0, reason: 'adjusted', actor_id: admin.id, note: 'Flood' },
    { delta: 7, stock_after: 7, reason: 'adjusted', actor_id: admin.id, note: '' },
  ]);
});
