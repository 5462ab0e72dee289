import { describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, makePerson, type Person, server } from './people.ts';
import { call, freshTenant, makeStore, orderOf } from './store.ts';

storeForEachTest();

interface Request {
  id: string;
  act: string;
  needed: number;
  facts: Record<string, unknown>;
  state: string;
  ended_because: string | null;
  word: string;
  asked_by: string;
  decided_by: string | null;
  order_id: string | null;
  may_decide: boolean;
  is_own: boolean;
  is_news: boolean;
}

const ask = (who: Person, act: string, args: unknown, note = 'Please') =>
  attempt(db, who.identity, 'select request_approval($1::text::approval_act, $2::text::jsonb, $3) as id', [
    ...[act, JSON.stringify(args), note],
  ]);
async function asked(who: Person, act: string, args: unknown): Promise<string> {
  const outcome = await ask(who, act, args);
  if (!('rows' in outcome)) throw new Error(outcome.message);
  return String(outcome.rows[0]?.id);
}
const decide = (who: Person, id: string, approve: boolean, word = '') =>
  attempt(
    db,
    who.identity,
    'select state, ended_because from decide_approval_request($1::text::uuid, $2, $3)',
    [...[id, approve, word]],
  );
const requests = (who: Person, tenantIds = [store.tenantId]) =>
  call<Request[]>(
    db,
    who.identity,
    "select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as value from list_approval_requests($1::text::text[]) listed",
    [`{${tenantIds}}`],
  );
const counts = async (who: Person) =>
  (
    await db.run(who.identity, 'select * from count_approval_requests($1::text::text[])', [
      `{${store.tenantId}}`,
    ])
  )[0];

async function paid() {
  const order = await buy({ payment_method: 'bank_transfer' });
  await db.run(admin.identity, "select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [
    order.id,
  ]);
  return order;
}
const limited = (ceiling = 50) =>
  makeWorker(db, store.tenantId, ['money.refund'], { 'money.refund': ceiling });
const refundOf = (orderId: string, goodwill = 120) => ({
  p_order_id: orderId,
  p_refund: { goodwill, way: 'transfer', reason: 'Torn' },
});
const givenBack = async (orderId: string) => {
  const [row] = await db.owner`select given_back::float8 from orders where id = ${orderId}`;
  return row?.given_back;
};

describe('asking for what lies above a ceiling', () => {
  test('shows it to people whose ceiling suffices, with its facts, and to who asked', async () => {
    const [person, order, colleague] = [await limited(), await paid(), await limited(200)];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    const shown = {
      id,
      act: 'refund_order',
      needed: 120,
      state: 'pending',
      order_id: order.id,
      facts: { number: order.number, amount: 120, way: 'transfer', reason: 'Torn' },
    };
    expect(await requests(person)).toMatchObject([{ ...shown, may_decide: false, is_own: true }]);
    expect(await requests(colleague)).toMatchObject([{ ...shown, may_decide: true, is_own: false }]);
    expect(await requests(await limited(119))).toEqual([]);
    for (const other of [await makeWorker(db, store.tenantId, ['orders.see']), shopper])
      expect(
        await attempt(db, other.identity, 'select list_approval_requests($1::text::text[])', [
          `{${store.tenantId}}`,
        ]),
      ).toMatchObject({ code: '42501' });
    expect([await counts(person), await counts(colleague), await counts(await limited(119))]).toEqual([
      { waiting: 0, news: 0 },
      { waiting: 1, news: 0 },
      { waiting: 0, news: 0 },
    ]);
    expect(await givenBack(order.id)).toBe(0);
  });

  test('is refused for what needs nobody, breaks another rule, is no right of theirs or was asked for', async () => {
    const [person, order] = [await limited(), await paid()];
    for (const [args, code] of [
      [refundOf(order.id, 50), 'approval_not_needed'],
      [refundOf(order.id, 281), 'refund_above_paid'],
      [{ p_order_id: order.id, p_refund: 'all' }, 'invalid_refund'],
      [{}, 'unknown_order'],
      ['everything', 'invalid_approval_request'],
    ] as const)
      expect(await ask(person, 'refund_order', args)).toMatchObject({ detail: code });
    expect(await givenBack(order.id)).toBe(0);
    await asked(person, 'refund_order', refundOf(order.id));
    expect(await ask(person, 'refund_order', refundOf(order.id))).toMatchObject({ detail: 'already_asked' });
    const packer = await makeWorker(db, store.tenantId, ['orders.see']);
    for (const who of [packer, shopper])
      expect(await ask(who, 'refund_order', refundOf(order.id))).toMatchObject({ code: '42501' });
    expect(await attempt(db, anonymous, "select request_approval('refund_order', '{}')")).toMatchObject({
      code: '42501',
    });
  });

  test('shows nothing to people of another store, who cannot decide it either', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    const other = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, other.tenantId, 'super_admin');
    expect(await requests(stranger, [store.tenantId, other.tenantId])).toEqual([]);
    for (const who of [stranger, await limited(119), shopper])
      expect(await decide(who, id, true)).toMatchObject({ detail: 'unknown_approval_request' });
  });
});

describe('a decision', () => {
  test('carries the refund out once, under the names of both, and is news for who asked', async () => {
    const [person, order, colleague] = [await limited(), await paid(), await limited(200)];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    expect(await decide(person, id, true)).toMatchObject({ detail: 'own_approval_request' });
    const outcomes = await Promise.all([
      ...[admin, colleague, admin].map((who) => decide(who, id, true, 'Fine')),
      decide(admin, id, false, 'No'),
    ]);
    const rows = outcomes.filter((outcome) => 'rows' in outcome);
    expect(rows).toHaveLength(1);
    const state = 'rows' in (outcomes[3] ?? {}) ? 'refused' : 'approved';
    expect(await givenBack(order.id)).toBe(state === 'approved' ? 120 : 0);
    expect(await decide(admin, id, true)).toMatchObject({
      detail: 'approval_request_decided',
      hint: JSON.stringify({ reason: state }).replace(':', ': '),
    });
    expect(await requests(person)).toMatchObject([
      { state, is_news: true, word: state === 'approved' ? 'Fine' : 'No' },
    ]);
    expect(await counts(person)).toEqual({ waiting: 0, news: 1 });
    await db.run(person.identity, 'select see_approval_requests($1::text::uuid[])', [`{${id}}`]);
    expect(await counts(person)).toEqual({ waiting: 0, news: 0 });
    const history = await db.owner`
      select remark ->> 'code' as code, actor_id, is_internal from order_events event
      join order_event_actors acted on acted.event_id = event.id
      where event.order_id = ${order.id} and remark is not null order by event.created_at`;
    expect(history).toMatchObject([
      { code: 'approval_asked', actor_id: person.id, is_internal: true },
      { code: `approval_${state}`, is_internal: true },
    ]);
    const log = await db.owner`
      select action, actor_id from audit_log where entity = 'approval_requests' and entity_id = ${id} order by audit_log.id`;
    expect(log.map(({ action }) => action)).toEqual(['insert', 'update']);
    expect(log[0]).toMatchObject({ actor_id: person.id });
    expect(log[1]).toMatchObject({ actor_id: history[1]?.actor_id });
  });

  test('counts under the ceiling of who approves', async () => {
    const [person, order, colleague] = [await limited(), await paid(), await limited(200)];
    const first = await asked(person, 'refund_order', refundOf(order.id));
    const second = await asked(person, 'refund_order', refundOf((await paid()).id));
    expect(await decide(colleague, first, true)).toMatchObject({ rows: [{ state: 'approved' }] });
    expect(await decide(colleague, second, true)).toMatchObject({ detail: 'above_ceiling' });
    expect(await decide(admin, second, true)).toMatchObject({ rows: [{ state: 'approved' }] });
  });

  test('against it takes a word, and changes nothing', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    expect(await decide(admin, id, false)).toMatchObject({ detail: 'reason_required' });
    expect(await decide(admin, id, false, 'Ask for a picture first')).toMatchObject({
      rows: [{ state: 'refused' }],
    });
    expect(await givenBack(order.id)).toBe(0);
    // It may be asked for again.
    await asked(person, 'refund_order', refundOf(order.id));
  });

  test('says so, and does nothing, if what could be refunded or the price is another by then', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    await db.run(admin.identity, 'select refund_order($1::text::uuid, $2::text::jsonb)', [
      ...[order.id, '{"goodwill": 10, "way": "cash"}'],
    ]);
    expect(await decide(admin, id, true)).toMatchObject({
      rows: [{ state: 'ended', ended_because: 'changed' }],
    });
    expect(await givenBack(order.id)).toBe(10);

    const pricing = await makeWorker(db, store.tenantId, ['products.price'], { 'products.price': 10 });
    const change = { kind: 'price', by: 'percent', value: -40, strike: false };
    const args = { p_tenant_id: store.tenantId, p_ids: [store.mugId], p_change: change };
    const lowering = await asked(pricing, 'change_products', args);
    await db.owner`update products set price = 80 where id = ${store.mugId}`;
    expect(await decide(admin, lowering, true)).toMatchObject({ rows: [{ ended_because: 'changed' }] });
    const [mug] = await db.owner`select price::float8 from products where id = ${store.mugId}`;
    expect(mug).toEqual({ price: 80 });
  });

  test('places an order with its discount, gives store credit, sends a refund and lowers prices', async () => {
    const person = await makeWorker(
      db,
      store.tenantId,
      ['orders.place', 'orders.discount', 'money.give_credit', 'money.refund', 'products.price'],
      { 'orders.discount': 10, 'money.give_credit': 20, 'money.refund': 20, 'products.price': 10 },
    );
    const placing = await asked(person, 'place_order_for', {
      p_order: orderOf(store, {
        channel: 'phone',
        customer: { name: 'Hoda', phone: '01055555555' },
        manual_discount: { amount: 100, reason: 'A friend' },
      }),
    });
    const giving = await asked(person, 'adjust_store_credit', {
      ...{ p_tenant_id: store.tenantId, p_user_id: shopper.id, p_delta: 60, p_reason: 'Late' },
    });
    const order = await paid();
    await db.run(admin.identity, 'select refund_order($1::text::uuid, $2::text::jsonb)', [
      ...[order.id, '{"goodwill": 70}'],
    ]);
    const [due] = await db.owner<{ id: string }[]>`select id from refunds where order_id = ${order.id}`;
    const sending = await asked(person, 'send_refund', { p_refund_id: due?.id, p_way: 'cash' });
    const lowering = await asked(person, 'change_products', {
      p_tenant_id: store.tenantId,
      p_ids: [store.mugId],
      p_change: { kind: 'price', by: 'set', value: 50, strike: true },
    });
    expect((await requests(admin)).map(({ facts }) => facts)).toEqual(
      expect.arrayContaining([
        { customer: 'Hoda', amount: 100, reason: 'A friend' },
        expect.objectContaining({ amount: 60, reason: 'Late' }),
        { number: order.number, amount: 70, way: 'cash' },
        { products: 1, prices: [{ name: 'Mug', translations: {}, price: 99.99, new_price: 50 }] },
      ]),
    );
    for (const id of [placing, giving, sending, lowering])
      expect(await decide(admin, id, true)).toMatchObject({ rows: [{ state: 'approved' }] });
    const all = await requests(person);
    const placed = all.find(({ id }) => id === placing);
    // Who decided knows them now; what was typed about the customer stays with the order alone.
    expect(placed?.facts).toEqual({ number: expect.any(String), amount: 100, reason: 'A friend' });
    expect(
      await db.owner`select customer_name, manual_discount::float8 from orders where id = ${placed?.order_id ?? ''}`,
    ).toEqual([{ customer_name: 'Hoda', manual_discount: 100 }]);
    expect(
      await db.owner`select actor_id from order_event_actors acted join order_events event on event.id = acted.event_id
        where event.order_id = ${placed?.order_id ?? ''} and remark ->> 'code' = 'approval_asked'`,
    ).toEqual([{ actor_id: person.id }]);
    expect(await db.owner`select store_credit::float8 from profiles where id = ${shopper.id}`).toEqual([
      { store_credit: 60 },
    ]);
    expect(await givenBack(order.id)).toBe(70);
    expect(await db.owner`select price::float8 from products where id = ${store.mugId}`).toEqual([
      { price: 50 },
    ]);
  });
});

describe('a request ends by itself', () => {
  test('when its order is cancelled or its product deleted', async () => {
    const person = await makeWorker(db, store.tenantId, ['money.refund', 'products.price'], {
      'money.refund': 50,
      'products.price': 10,
    });
    const order = await paid();
    const refund = await asked(person, 'refund_order', refundOf(order.id));
    const change = { kind: 'price', by: 'set', value: 5, strike: false };
    const args = { p_tenant_id: store.tenantId, p_ids: [store.mugId, store.hoodieId], p_change: change };
    const lowering = await asked(person, 'change_products', args);
    await db.run(admin.identity, "select cancel_order($1::text::uuid, 'Sold out')", [order.id]);
    await db.run(admin.identity, 'select change_products($1, $2::text::uuid[], $3::text::jsonb)', [
      ...[store.tenantId, `{${store.mugId}}`, '{"kind": "delete"}'],
    ]);
    const all = new Map((await requests(person)).map((request) => [request.id, request]));
    expect(all.get(refund)).toMatchObject({
      state: 'ended',
      ended_because: 'order_cancelled',
      is_news: true,
    });
    expect(all.get(lowering)).toMatchObject({ state: 'ended', ended_because: 'product_deleted' });
    expect(await decide(admin, refund, true)).toMatchObject({ detail: 'approval_request_decided' });
  });

  test('after a week', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    await db.owner`update approval_requests set asked_at = now() - interval '8 days' where id = ${id}`;
    expect(await requests(admin)).toMatchObject([
      { state: 'ended', ended_because: 'expired', may_decide: false },
    ]);
    expect(await counts(admin)).toEqual({ waiting: 0, news: 0 });
    expect(await decide(admin, id, true)).toMatchObject({ detail: 'approval_request_decided' });
    await asked(person, 'refund_order', refundOf(order.id));
  });
});

describe('who decides about a request', () => {
  const assign = (by: Person, id: string, userId: string | null) =>
    attempt(db, by.identity, 'select assign_approval_requests(array[$1::text::uuid], $2::text::uuid)', [
      ...[id, userId],
    ] as string[]);
  const listed = async (who: Person, whose: string) =>
    (
      await db.run(who.identity, 'select id from list_approval_requests(array[$1], $2)', [
        store.tenantId,
        whose,
      ])
    ).map(({ id }) => id);

  test('is one person who may, or nobody, and hears of it', async () => {
    const [person, order, colleague] = [await limited(), await paid(), await limited(200)];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    for (const unfit of [person.id, (await limited(119)).id, shopper.id])
      expect(await assign(admin, id, unfit)).toMatchObject({ detail: 'not_assignable' });
    expect(await assign(await limited(119), id, colleague.id)).toMatchObject({
      detail: 'unknown_approval_request',
    });
    const offered = await db.run(person.identity, 'select id from approval_deciders($1::text::uuid)', [id]);
    expect(offered.map((row) => row.id).toSorted()).toEqual([admin.id, colleague.id].toSorted());
    expect([await listed(admin, 'nobody'), await listed(colleague, 'mine')]).toEqual([[id], []]);
    expect(await assign(person, id, colleague.id)).toHaveProperty('rows');
    expect([
      await listed(admin, 'nobody'),
      await listed(admin, 'mine'),
      await listed(colleague, 'mine'),
    ]).toEqual([[], [], [id]]);
    const meant = () =>
      db.run(colleague.identity, 'select kind, about, is_seen from for_me(array[$1])', [store.tenantId]);
    expect(await meant()).toEqual([{ kind: 'request', about: order.number, is_seen: false }]);
    await db.run(colleague.identity, 'select see_approval_requests(array[$1::text::uuid])', [id]);
    expect(await meant()).toMatchObject([{ is_seen: true }]);
    await decide(admin, id, false, 'Not torn');
    expect(await meant()).toEqual([]);
    expect(await assign(admin, id, admin.id)).toMatchObject({ detail: 'unknown_approval_request' });
  });

  test('answers who asked: the decision is meant for them until they have seen it', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    await decide(admin, id, false, 'Not torn');
    const meant = () =>
      db.run(person.identity, 'select kind, about, note, is_seen from for_me(array[$1])', [store.tenantId]);
    expect(await meant()).toEqual([
      { kind: 'refused', about: order.number, note: 'Not torn', is_seen: false },
    ]);
    await db.run(person.identity, 'select mark_seen(array[$1])', [store.tenantId]);
    expect(await meant()).toMatchObject([{ is_seen: true }]);
  });

  test('is nobody after a week: the server ends it, and who asked is told', async () => {
    const [person, order] = [await limited(), await paid()];
    const id = await asked(person, 'refund_order', refundOf(order.id));
    await db.owner`update approval_requests set asked_at = now() - interval '8 days' where id = ${id}`;
    await db.run(server, 'select expire_approval_requests()');
    const [row] = await db.owner`select state, ended_because from approval_requests where id = ${id}`;
    expect(row).toEqual({ state: 'ended', ended_because: 'expired' });
    expect(await db.run(person.identity, 'select kind from for_me(array[$1])', [store.tenantId])).toEqual([
      { kind: 'ended' },
    ]);
  });
});

describe('prices above a ceiling', () => {
  const pricer = () =>
    makeWorker(db, store.tenantId, ['products.price', 'log.undo'], { 'products.price': 20 });
  const prices = async () =>
    Object.fromEntries(
      (
        await db.owner`select name, price::float8 from products where tenant_id = ${store.tenantId} and deleted_at is null`
      ).map(({ name, price }) => [name, price]),
    );
  const raise = (products: string[]) =>
    admin.value<string>(
      'select (change_products($1, $2::text::uuid[], $3::text::jsonb)).change_id as value',
      [
        ...[store.tenantId, `{${products.join()}}`],
        JSON.stringify({ kind: 'price', by: 'percent', value: 100, strike: false }),
      ],
    );

  test('in a file are asked for row by row; the others are imported, and approving imports the rest', async () => {
    const person = await pricer();
    const rows = [
      { row: 2, id: store.hoodieId, set: { price: 100 } },
      { row: 3, id: store.mugId, set: { name: 'Cup' } },
    ];
    const imported = await person.value<{
      rows: { row: number; outcome: string; refusal: { code: string } | null }[];
    }>('select to_jsonb(import_products($1, $2::text::jsonb, false)) as value', [
      store.tenantId,
      JSON.stringify(rows),
    ]);
    expect(imported.rows.map(({ outcome, refusal }) => [outcome, refusal?.code])).toEqual([
      ['refused', 'above_ceiling'],
      ['changed', undefined],
    ]);
    const id = await asked(person, 'import_products', {
      p_tenant_id: store.tenantId,
      p_rows: [rows[0]],
      p_create_categories: false,
    });
    const [shown] = await requests(admin);
    expect(shown).toMatchObject({
      needed: 60,
      facts: { products: 1, prices: [{ name: 'Ink hoodie', price: 250, new_price: 100 }] },
    });
    expect(await decide(admin, id, true)).toMatchObject({ rows: [{ state: 'approved' }] });
    expect(await prices()).toMatchObject({ 'Ink hoodie': 100, Cup: expect.anything() });
  });

  test('wait when a change of many products is undone, which does the others, and are undone by who approves', async () => {
    const person = await pricer();
    await db.owner`update products set price = 100 where id = ${store.mugId}`;
    const change = await raise([store.hoodieId, store.mugId]);
    await db.owner`update products set price = 100 where id = ${store.mugId}`;
    await db.owner`update private.product_change_entries set after = after || '{"price": 100}'
      where change_id = ${change} and product_id = ${store.mugId}`;
    const undone = await person.value<Record<string, unknown>>(
      'select to_jsonb(undo_product_change($1::text::uuid)) as value',
      [change],
    );
    expect(undone).toMatchObject({ restored: 1, left: 0, above: 1, more: false });
    const id = await asked(person, 'undo_product_change', { p_change_id: change });
    expect((await requests(admin))[0]).toMatchObject({
      facts: { products: 1, prices: [{ name: 'Ink hoodie', price: 500, new_price: 250 }] },
    });
    expect(await decide(admin, id, true)).toMatchObject({ rows: [{ state: 'approved' }] });
    expect(await prices()).toMatchObject({ 'Ink hoodie': 250 });
    expect(
      await admin.run('select id from undoable_product_changes($1) where id = $2::text::uuid', [
        store.tenantId,
        change,
      ]),
    ).toEqual([]);
  });

  test('wait when entries of the log are undone', async () => {
    const person = await pricer();
    await admin.run('update products set price = 900 where id = $1', [store.hoodieId]);
    await admin.run("update products set name = 'Cup' where id = $1", [store.mugId]);
    const ids = (
      await db.owner<
        { id: string }[]
      >`select id from audit_log where tenant_id = ${store.tenantId} and entity = 'products'`
    ).map(({ id }) => Number(id));
    const undo = (list: number[]) =>
      attempt(db, person.identity, 'select to_jsonb(undo_changes($1, $2::text::bigint[])) as value', [
        ...[store.tenantId, `{${list.join()}}`],
      ]);
    const undone = await undo(ids);
    if (!('rows' in undone)) throw new Error(undone.message);
    const result = (undone.rows[0]?.value ?? {}) as { above_ids?: number[] };
    expect(result).toMatchObject({ undone: ids.length - 1, left: 1 });
    const above = result.above_ids ?? [];
    expect(await undo(above)).toMatchObject({ detail: 'above_ceiling' });
    const id = await asked(person, 'undo_changes', {
      p_tenant_id: store.tenantId,
      p_ids: above,
      p_parts: false,
    });
    expect(await decide(admin, id, true)).toMatchObject({ rows: [{ state: 'approved' }] });
    expect(await prices()).toMatchObject({ 'Ink hoodie': 250 });
  });
});
