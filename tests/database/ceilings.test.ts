import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { giveRole, makeRole, makeWorker } from './approvals.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, errorMessage, makePerson, type Person } from './people.ts';
import { call, orderOf } from './store.ts';

storeForEachTest();

const pay = (orderId: string) =>
  db.run(admin.identity, "select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [orderId]);
/** An order of 280 pounds that is paid. */
async function paid() {
  const order = await buy({ payment_method: 'bank_transfer' });
  await pay(order.id);
  return order;
}
const refund = 'select refund_order($1::text::uuid, $2::text::jsonb)';
const refunded = (who: Person, orderId: string, goodwill: number, way: string | null = 'transfer') =>
  attempt(db, who.identity, refund, [orderId, JSON.stringify({ goodwill, ...(way && { way }) })]);
const credit = "select adjust_store_credit($1, $2::text::uuid, $3::text::numeric, 'Sorry')";
const given = (who: Person, amount: number) =>
  attempt(db, who.identity, credit, [store.tenantId, shopper.id, String(amount)]);
const priced = (who: Person, price: number | null) =>
  attempt(
    db,
    who.identity,
    'update products set price = $2::text::numeric where id = $1::text::uuid returning id',
    [...[store.hoodieId, price === null ? null : String(price)]],
  );
const done = { rows: [expect.anything()] };
const above = (parameters: Record<string, unknown>) => ({
  detail: 'above_ceiling',
  hint: expect.toSatisfy((hint: string) => {
    expect(JSON.parse(hint)).toMatchObject(parameters);
    return true;
  }),
});

const emptyProduct = {
  version: 0,
  grid: { options: {} as unknown, variants: [] as Record<string, unknown>[] },
};

describe('a ceiling on refunds', () => {
  const worker = (ceiling: number) =>
    makeWorker(db, store.tenantId, ['money.refund', 'orders.cancel'], { 'money.refund': ceiling });

  test('counts what somebody gives back in a day, and says what is left of it', async () => {
    const [person, one, other] = [await worker(100), await paid(), await paid()];
    expect(await refunded(person, one.id, 60)).toMatchObject(done);
    expect(await refunded(person, other.id, 40.01)).toMatchObject(above({ amount: 40, needed: 40.01 }));
    expect(await refunded(person, other.id, 40)).toMatchObject(done);
    expect(await refunded(person, other.id, 0.01)).toMatchObject(above({ amount: 0 }));
    // A colleague has their own, and who has none is not limited.
    expect(await refunded(await worker(50), other.id, 50)).toMatchObject(done);
    expect(await refunded(admin, other.id, 100)).toMatchObject(done);
    await db.owner`update private.ceiling_uses set day = day - 1 where user_id = ${person.id}`;
    expect(await refunded(person, other.id, 10)).toMatchObject(done);
  });

  test('is not passed by many small refunds at once', async () => {
    const person = await worker(100);
    const orders = await Promise.all(Array.from({ length: runs(16, 8) }, paid));
    const outcomes = await Promise.all(orders.map(({ id }) => refunded(person, id, 30)));
    expect(outcomes.filter((outcome) => 'rows' in outcome)).toHaveLength(3);
    const [sum] = await db.owner`
      select sum(amount)::float8 as sent from refunds where tenant_id = ${store.tenantId} and state = 'sent'`;
    expect(sum).toEqual({ sent: 90 });
  });

  test('holds for a refund that is due too, whoever made it', async () => {
    const [person, order] = [await worker(100), await paid()];
    await refunded(admin, order.id, 150, null);
    const [due] = await db.owner<{ id: string }[]>`select id from refunds where order_id = ${order.id}`;
    const send = "select send_refund($1::text::uuid, 'cash')";
    expect(await attempt(db, person.identity, send, [due?.id ?? ''])).toMatchObject(above({ needed: 150 }));
    expect(await attempt(db, admin.identity, send, [due?.id ?? ''])).toMatchObject(done);
    expect(await refunded(person, order.id, 120, null)).toMatchObject(above({ needed: 120 }));
  });

  test('leaves due what follows from cancelling and lies above it, also for who may cancel but not refund', async () => {
    for (const person of [await worker(100), await makeWorker(db, store.tenantId, ['orders.cancel'])]) {
      await given(admin, 280);
      const order = await buy({ store_credit: true, payment_method: 'bank_transfer' });
      await db.run(person.identity, "select cancel_order($1::text::uuid, 'Sold out')", [order.id]);
      expect(
        await db.owner`select way, state, amount::float8 from refunds where order_id = ${order.id}`,
      ).toMatchObject([{ way: null, state: 'due', amount: 280 }]);
    }
  });

  test('does not hold for customers who cancel their own orders', async () => {
    await given(admin, 280);
    const order = await buy({ store_credit: true, payment_method: 'bank_transfer' });
    await db.run(shopper.identity, "select cancel_order($1::text::uuid, 'Changed my mind')", [order.id]);
    expect(await db.owner`select way, state from refunds where order_id = ${order.id}`).toEqual([
      { way: 'store_credit', state: 'sent' },
    ]);
  });
});

describe('a ceiling on store credit', () => {
  test('counts what somebody gives in a day, not what they take back', async () => {
    const person = await makeWorker(db, store.tenantId, ['money.give_credit'], { 'money.give_credit': 50 });
    expect(await given(person, 30)).toMatchObject(done);
    expect(await given(person, -30)).toMatchObject(done);
    expect(await given(person, 20.5)).toMatchObject(above({ amount: 20 }));
    expect(await given(person, 20)).toMatchObject(done);
  });

  test('is not passed by giving it several times at once', async () => {
    const person = await makeWorker(db, store.tenantId, ['money.give_credit'], { 'money.give_credit': 50 });
    await Promise.all(Array.from({ length: 6 }, () => given(person, 20)));
    const [row] =
      await db.owner`select store_credit::float8 as balance from profiles where id = ${shopper.id}`;
    expect(row).toEqual({ balance: 40 });
  });
});

describe('a ceiling on discounts', () => {
  const placed = (who: Person, amount: number, changes: Record<string, unknown> = {}) =>
    attempt(db, who.identity, 'select id from place_order_for($1::text::jsonb)', [
      JSON.stringify(
        orderOf(store, {
          channel: 'phone',
          customer: { name: 'Hoda', phone: '01055555555' },
          manual_discount: { amount, reason: 'A friend' },
          ...changes,
        }),
      ),
    ]);

  test('is so many percent of the items, after a discount code', async () => {
    const person = await makeWorker(db, store.tenantId, ['orders.place', 'orders.discount'], {
      'orders.discount': 10,
    });
    expect(await placed(person, 25.01)).toMatchObject(above({ amount: 25, percent: 10 }));
    expect(await placed(person, 25)).toMatchObject(done);
    expect(await placed(person, 25, { discount_code: 'TEN' })).toMatchObject(above({ amount: 22.5 }));
    expect(await placed(admin, 200)).toMatchObject(done);
  });
});

describe('a ceiling on lowering prices', () => {
  const worker = () =>
    makeWorker(db, store.tenantId, ['products.price', 'log.undo'], { 'products.price': 20 });

  test('counts from the price of the day, however many steps lead below it', async () => {
    const person = await worker();
    expect(await priced(person, 199.99)).toMatchObject(
      above({ price: 200, percent: 20, name: 'Ink hoodie' }),
    );
    expect(await priced(person, 220)).toMatchObject(done);
    expect(await priced(person, 199)).toMatchObject(above({ price: 200 }));
    expect(await priced(person, 300)).toMatchObject(done);
    expect(await priced(person, 239)).toMatchObject(above({ price: 240 }));
    expect(await priced(person, 250)).toMatchObject(done);
    await db.owner`update private.prices_before set day = day - 1 where user_id = ${person.id}`;
    expect(await priced(person, 200)).toMatchObject(done);
    expect(await priced(admin, 1)).toMatchObject(done);
  });

  test('holds for removing a price, changing many products, variants and undoing', async () => {
    const person = await worker();
    await db.owner`update products set is_active = false where id = ${store.hoodieId}`;
    expect(await priced(person, null)).toMatchObject(above({ price: 200 }));
    const change = (who: Person, value: number) =>
      attempt(db, who.identity, 'select (change_products($1, $2::text::uuid[], $3::text::jsonb)).change_id', [
        ...[store.tenantId, `{${store.hoodieId},${store.mugId}}`],
        JSON.stringify({ kind: 'price', by: 'percent', value, strike: false }),
      ]);
    expect(await change(person, -21)).toMatchObject({ detail: 'above_ceiling' });
    const raised = await change(admin, 100);
    if (!('rows' in raised)) throw new Error(raised.message);
    const undone = await person.value<Record<string, unknown>>(
      'select to_jsonb(undo_product_change($1::text::uuid)) as value',
      [String(raised.rows[0]?.change_id)],
    );
    expect(undone).toMatchObject({
      restored: 0,
      left: 0,
      above: 2,
      more: false,
      refusal: { code: 'above_ceiling' },
    });
    const [{ grid, version } = emptyProduct] = await db.owner<(typeof emptyProduct)[]>`
      select private.product_grid(${store.hoodieId}) -> 'grid' as grid, version from products where id = ${store.hoodieId}`;
    const save = (list: unknown) =>
      attempt(
        db,
        person.identity,
        'select save_product_variants($1::text::uuid, $2, $3::text::jsonb, $4::text::jsonb)',
        [...[store.hoodieId, version, JSON.stringify(grid.options), JSON.stringify(list)]],
      );
    const [first, ...rest] = grid.variants;
    const above20 = above({ price: 400, name: 'Ink hoodie, M / Black' });
    expect(await save([{ ...first, price: 100 }, ...rest])).toMatchObject(above20);
    // The same variant removed and added again.
    await save(rest);
    const [now] = await db.owner<
      { version: number }[]
    >`select version from products where id = ${store.hoodieId}`;
    expect(
      await attempt(
        db,
        person.identity,
        'select save_product_variants($1::text::uuid, $2, $3::text::jsonb, $4::text::jsonb)',
        [
          ...[store.hoodieId, now?.version ?? 0, JSON.stringify(grid.options)],
          JSON.stringify([{ ...first, id: undefined, price: 100 }, ...rest]),
        ],
      ),
    ).toMatchObject(above20);
  });

  test('lets people who may change products, but no prices, change no price', async () => {
    const person = await makeWorker(db, store.tenantId, ['products.change']);
    expect(await priced(person, 400)).toMatchObject({ code: '42501' });
    expect(
      await attempt(
        db,
        person.identity,
        "update products set name = 'Hoodie' where id = $1::text::uuid returning id",
        [store.hoodieId],
      ),
    ).toMatchObject(done);
  });
});

describe('ceilings of roles', () => {
  test('add up to the highest, and a role without one has none', async () => {
    const person = await makeWorker(db, store.tenantId, ['money.refund'], { 'money.refund': 50 });
    const order = await paid();
    expect(await refunded(person, order.id, 60)).toMatchObject(above({ amount: 50 }));
    await giveRole(db, person, store.tenantId, await makeRole(db, ['money.refund'], { 'money.refund': 100 }));
    expect(await refunded(person, order.id, 60)).toMatchObject(done);
    await giveRole(db, person, store.tenantId, await makeRole(db, ['money.refund']));
    expect(await refunded(person, order.id, 200)).toMatchObject(done);
  });

  test('are not granted by people whose own is lower', async () => {
    const manager = await makeWorker(db, store.tenantId, ['people.manage', 'money.refund'], {
      'money.refund': 100,
    });
    const person = await makePerson(db, store.tenantId);
    const grant = (roleId: string) =>
      attempt(db, manager.identity, 'select grant_staff_role($1::text::uuid, $2, $3::text::uuid)', [
        ...[person.id, store.tenantId, roleId],
      ]);
    expect(await grant(await makeRole(db, ['money.refund'], { 'money.refund': 100 }))).toMatchObject(done);
    for (const ceilings of [{ 'money.refund': 100.01 }, undefined])
      expect(await grant(await makeRole(db, ['money.refund'], ceilings))).toMatchObject({
        detail: 'grants_more_than_own',
        hint: '{"reason": "ceiling"}',
      });
  });

  test('are kept with the role, of its limited capabilities alone', async () => {
    const owner = await makePerson(db, store.tenantId);
    await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
    const save =
      'select save_staff_role($1, $2, $3::text::jsonb, $4::text::text[], p_ceilings => $5::text::jsonb) as id';
    const saved = (ceilings: unknown) => [
      ...[store.tenantId, `Refunds ${store.tenantId}`, '{}', '{money.refund}', JSON.stringify(ceilings)],
    ];
    for (const ceilings of [
      { 'orders.see': 5 },
      { 'money.refund': -1 },
      { 'orders.discount': 101 },
      { 'money.refund': 'all' },
      [],
    ])
      expect(await errorMessage(db, owner.identity, save, saved(ceilings))).toMatchObject({
        detail: 'invalid_ceiling',
      });
    const [row] = await db.run(owner.identity, save, saved({ 'money.refund': 75.5, 'orders.discount': 5 }));
    expect(
      await call(
        db,
        owner.identity,
        "select to_jsonb(role) -> 'ceilings' as value from list_staff_roles($1) role where id = $2::text::uuid",
        [store.tenantId, String(row?.id)],
      ),
    ).toEqual({ 'money.refund': 75.5 });
    await db.owner`delete from user_roles where user_id = ${owner.id}`;
    await db.owner`delete from private.staff_roles where id = ${String(row?.id)}`;
  });
});
