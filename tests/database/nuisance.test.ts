import { describe, expect, test } from 'vitest';
import { admin, buy, db, delivered, points, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, makePerson, server } from './people.ts';
import { worked } from './races.ts';
import { designOf, freshTenant, makeStore, move, orderOf, place } from './store.ts';

storeForEachTest({ tampers: true });

const cancel = (id: string, who = shopper) =>
  who.attempt("select change_order_status($1, 'cancelled')", [id]);
const mailsTo = async (email: string) =>
  (
    await db.owner`select m.kind from order_notifications m join orders o on o.id = m.order_id where o.customer_email = ${email}`
  ).length;
const emailOf = () => shopper.email.replace(`+${store.tenantId}`, '');

describe('orders are no weapon:', () => {
  test('a person cancels five orders an hour, even concurrently, and staff any number', async () => {
    const orders = [];
    for (let n = 0; n < 8; n += 1) orders.push(await buy());
    const answers = await Promise.all(orders.map(({ id }) => cancel(id)));
    const refused = answers.filter((answer) => 'detail' in answer);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ detail: 'too_many_cancellations' });
    const left = await db.owner<{ id: string }[]>`
      select id from orders where tenant_id = ${store.tenantId} and status = 'pending'`;
    expect(left).toHaveLength(3);
    for (const { id } of left) await move(db, admin.identity, id, 'cancelled');
    await db.owner`update order_events set created_at = now() - interval '61 minutes' where tenant_id = ${store.tenantId}`;
    expect(await cancel((await buy()).id)).toHaveProperty('rows');
  });

  test('an address gets twenty mails a day about its shopper’s actions, and the history says what was not sent', async () => {
    await db.owner`delete from staff_settings where tenant_id = ${store.tenantId}`;
    await db.owner`insert into staff_settings (tenant_id, unpaid_orders_limit, unpaid_pieces_limit)
      values (${store.tenantId}, null, null)`;
    await db.owner`update product_variants set stock = 1000 where tenant_id = ${store.tenantId}`;
    const orders = [];
    for (let n = 0; n < 22; n += 1) orders.push(await buy());
    expect(await mailsTo(emailOf())).toBe(20);
    const last = orders.at(-1)?.id ?? '';
    expect(
      await db.owner`select remark, is_internal from order_events where order_id = ${last} and remark is not null`,
    ).toMatchObject([{ remark: { code: 'mailed_enough' }, is_internal: true }]);
    // Messages about the store's own actions are still sent.
    await move(db, admin.identity, last, 'confirmed', 'in_production', 'shipped');
    expect(await mailsTo(emailOf())).toBe(21);
    expect(await mailsTo((await makePerson(db, store.tenantId)).email)).toBe(0);
  });
});

test('a quote counts what is to be printed before it prices any of it', async () => {
  const texts = (count: number) => designOf(Array.from({ length: count }, () => 'A'));
  const quote = (lines: object[]) =>
    attempt(db, anonymous, 'select quote_order($1::text::jsonb)', [
      JSON.stringify(orderOf(store, { lines })),
    ]);
  const line = (count: number) => ({ quantity: 1, size: 'L', design: texts(count) });
  expect(await quote([line(40), line(40)])).toHaveProperty('rows');
  const from = performance.now();
  // 7 KB that took a second to price.
  const tiny = { design: { elements: Array.from({ length: 23 }, () => ({})) }, quantity: 1 };
  expect(await quote(Array.from({ length: 100 }, () => tiny))).toMatchObject({ detail: 'too_many_prints' });
  expect(performance.now() - from).toBeLessThan(500);
  // Saved designs count too, whoever saved them.
  const [saved] = await db.owner<{ id: string }[]>`
    insert into customizations (tenant_id, user_id, design)
    values (${store.tenantId}, ${shopper.id}, ${JSON.stringify(texts(40))}::text::jsonb) returning id`;
  const lines = Array.from({ length: 11 }, () => ({ quantity: 1, customization_id: saved?.id }));
  expect(
    await shopper.attempt('select quote_order($1::text::jsonb)', [JSON.stringify(orderOf(store, { lines }))]),
  ).toMatchObject({ detail: 'too_many_prints' });
});

describe('points', () => {
  const redeem = (amount: number) =>
    shopper.value<{ code: string }>('select to_jsonb(redeem_points($1, $2)) as value', [
      store.tenantId,
      String(amount),
    ]);
  const takeBack = (id: string) => move(db, admin.identity, id, 'return_requested', 'returned');

  test('of a returned order disable the voucher bought with them', async () => {
    const order = await delivered();
    const earned = (await points())[0] ?? 0;
    expect(earned).toBeGreaterThan(0);
    const { code } = await redeem(earned);
    await takeBack(order.id);
    expect(await points()).toEqual([0, 0]);
    expect(
      await shopper.attempt('select place_order($1::text::jsonb)', [
        JSON.stringify(orderOf(store, { discount_code: code })),
      ]),
    ).toMatchObject({ detail: 'discount_expired' });
  });

  test('beyond those of the order stay the customer’s, as does a used voucher', async () => {
    await admin.value("select adjust_points($1, $2, 100, 'gift') as value", [store.tenantId, shopper.id]);
    const order = await delivered();
    const earned = ((await points())[0] ?? 0) - 100;
    const used = await redeem(50);
    await buy({ discount_code: used.code });
    await redeem(earned + 50);
    await takeBack(order.id);
    expect((await points())[0]).toBe(50);
  });

  test('a voucher is used or taken back, never both, when the return and an order meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await delivered();
      await move(db, admin.identity, order.id, 'return_requested');
      const balance = (await points())[0] ?? 0;
      const { code } = await redeem(balance);
      const [, outcome] = await Promise.all([
        move(db, admin.identity, order.id, 'returned'),
        shopper.attempt('select place_order($1::text::jsonb)', [
          JSON.stringify(orderOf(store, { discount_code: code })),
        ]),
      ]);
      const wasUsed = 'rows' in outcome;
      const [voucher] = await db.owner`select is_active from discounts where code = ${code}`;
      expect(voucher?.is_active).toBe(wasUsed);
      expect((await points())[0]).toBe(0);
    }
  });
});

describe('messages to a store', () => {
  const write = (email: string) =>
    attempt(db, server, "select send_contact_message($1, 'Mona', $2, '', 'Hello')", [store.tenantId, email]);

  test('are limited to five an hour per address, even with forty at once and however it is written', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => write(n % 2 ? 'mona@example.com' : 'Mona@Example.com')),
    );
    expect(answers.filter(worked)).toHaveLength(5);
  });
});

describe('the owner of all stores', () => {
  test('delays only orders of the store being changed', async () => {
    const other = await makeStore(db, freshTenant());
    const [ruler, staff] = [
      await makePerson(db, store.tenantId),
      await makePerson(db, other.tenantId, 'admin'),
    ];
    await db.owner`insert into user_roles (user_id, tenant_id, role) values (${ruler.id}, null, 'super_admin')`;
    const here = await buy();
    const there = await place(db, (await makePerson(db, other.tenantId)).identity, orderOf(other));
    const confirm = "update orders set status = 'confirmed' where id = $1";
    const changed = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const ruling = db.transaction(ruler.identity, async (sql) => {
      await sql.unsafe(confirm, [here.id]);
      changed.resolve();
      await finish.promise;
    });
    await changed.promise;
    try {
      await staff.run(confirm, [there.id]);
    } finally {
      finish.resolve();
    }
    await ruling;
    expect(
      await db.owner`select 1 from orders where id in (${here.id}, ${there.id}) and status = 'confirmed'`,
    ).toHaveLength(2);
  });

  test('is asked to retry while a store’s staff change its orders, and waits for nobody', async () => {
    const ruler = await makePerson(db, store.tenantId);
    await db.owner`insert into user_roles (user_id, tenant_id, role) values (${ruler.id}, null, 'super_admin')`;
    const [first, second] = [await buy(), await buy()];
    const confirm = "update orders set status = 'confirmed' where id = $1";
    await db.transaction(admin.identity, async (sql) => {
      await sql.unsafe(confirm, [first.id]);
      expect(await ruler.attempt(confirm, [second.id])).toMatchObject({
        detail: 'orders_busy',
      });
    });
    expect(await ruler.attempt(confirm, [second.id])).toHaveProperty('rows');
  });

  test('is delayed by no other change across stores, such as one by the server', async () => {
    const ruler = await makePerson(db, store.tenantId);
    await db.owner`insert into user_roles (user_id, tenant_id, role) values (${ruler.id}, null, 'super_admin')`;
    const [first, second] = [await buy(), await buy()];
    const confirm = "update orders set status = 'confirmed' where id = $1";
    const server = { role: 'service_role', claims: { role: 'service_role' } } as const;
    await db.transaction(server, async (sql) => {
      await sql.unsafe('update orders set updated_at = now() where id = $1', [first.id]);
      expect(await ruler.attempt(confirm, [second.id])).toHaveProperty('rows');
    });
  });
});
