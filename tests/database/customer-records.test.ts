import { beforeAll, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { makeStore, move, orderOf, place, type Store } from './store.ts';

let store: Store;
let admin: Person;
let shopper: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'duoworks');
  admin = await makePerson(db, store.tenantId, 'admin');
  shopper = await makePerson(db, store.tenantId);
});

const keep = (about: { tags?: string[]; note?: string; blocked_reason?: string | null }, who = shopper) =>
  admin.run(
    `insert into customer_records (tenant_id, user_id, tags, note, blocked_reason)
     values ($1, $2::text::uuid, $3::text::text[], $4, $5)
     on conflict (tenant_id, user_id) do update set
       tags = excluded.tags, note = excluded.note, blocked_reason = excluded.blocked_reason`,
    [store.tenantId, who.id, `{${about.tags ?? ''}}`, about.note ?? '', about.blocked_reason ?? null],
  );

test('a blocked person places no order, sees no reason, and can order again after the block ends', async () => {
  const before = await place(db, shopper.identity, orderOf(store, { payment_method: 'cash_on_delivery' }));
  await keep({ blocked_reason: 'Never opens the door' });
  const refusal = await shopper.refusal('select place_order($1::text::jsonb)', [
    JSON.stringify(orderOf(store, { payment_method: 'cash_on_delivery' })),
  ]);
  expect(refusal).toMatchObject({
    code: 'P0001',
    detail: 'blocked',
    message: 'This account cannot order here. Write to the store if you think that is a mistake.',
  });
  expect(await shopper.run('select * from customer_records')).toEqual([]);
  expect(await shopper.run('select id from orders')).toEqual([{ id: before.id }]);
  await keep({ blocked_reason: null });
  await place(db, shopper.identity, orderOf(store, { payment_method: 'cash_on_delivery' }));
});

test('a block applies to one store only', async () => {
  const other = await makeStore(db, 'casecraft');
  await db.owner`insert into profiles (id, tenant_id, name) values (${shopper.id}, ${other.tenantId}, 'Mona')`;
  await keep({ blocked_reason: 'Never opens the door' });
  await place(db, shopper.identity, orderOf(other, { payment_method: 'cash_on_delivery' }));
  const foreign = await makePerson(db, other.tenantId, 'admin');
  expect(await foreign.run('select * from customer_records')).toEqual([]);
  await keep({});
});

test('a blocked person cannot review their purchases', async () => {
  const buyer = await makePerson(db, store.tenantId);
  const order = await place(db, buyer.identity, orderOf(store, { payment_method: 'cash_on_delivery' }));
  await move(db, server, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
  const [line] = await db.owner`select product_id from order_lines where order_id = ${order.id}`;
  const may = () => buyer.value<boolean>('select can_review($1) as value', [line?.product_id]);
  expect(await may()).toBe(true);
  await keep({ blocked_reason: 'Writes the same of everything' }, buyer);
  expect(await may()).toBe(false);
});

test.each([
  ['twenty-one', Array.from({ length: 21 }, (_, n) => `t${n}`)],
  ['the same twice, in capitals or not', ['vip', 'VIP']],
  ['a blank one', ['" "']],
  ['one of 41 characters', ['x'.repeat(41)]],
])('tags are refused: %s', async (_, tags) => {
  const tried = await admin.attempt(
    `insert into customer_records (tenant_id, user_id, tags) values ($1, $2::text::uuid, $3::text::text[])`,
    [store.tenantId, (await makePerson(db, store.tenantId)).id, `{${tags}}`],
  );
  expect(tried).toMatchObject({ code: '23514' });
});

test('customers are listed by tag, or by block', async () => {
  const [regular, blocked] = [await makePerson(db, store.tenantId), await makePerson(db, store.tenantId)];
  await keep({ tags: ['Regular', 'Cairo'] }, regular);
  await keep({ tags: ['Cairo'], blocked_reason: 'Returns worn things' }, blocked);
  const listed = (tag: string, onlyBlocked: boolean) =>
    admin.run(
      `select id, tags, is_blocked, found from list_customers(array[$1::text], p_sort => 'joined', p_tag => $2, p_blocked => $3)`,
      [store.tenantId, tag, onlyBlocked],
    );
  expect(await listed('Cairo', false)).toMatchObject([
    { id: regular.id, tags: ['Regular', 'Cairo'], is_blocked: false, found: '2' },
    { id: blocked.id, tags: ['Cairo'], is_blocked: true, found: '2' },
  ]);
  expect((await listed('Cairo', true)).map(({ id }) => id)).toEqual([blocked.id]);
  expect(await listed('Nobody', false)).toEqual([]);
});

test('customers are read one after another by id, as in the list, while one leaves and one joins', async () => {
  for (let n = 0; n < 5; n += 1) await keep({ tags: ['Walked'] }, await makePerson(db, store.tenantId));
  const walked = (after: string | null) =>
    admin.run(
      `select id, email, tags from customers_after(array[$1::text], p_tag => 'Walked', p_after => $2::text::uuid, p_limit => 2)`,
      [store.tenantId, after],
    );
  const listed = await admin.run(
    `select id, email, tags from list_customers(array[$1::text], p_tag => 'Walked') order by id`,
    [store.tenantId],
  );
  expect(listed).toHaveLength(5);
  const read = await walked(null);
  await db.owner`delete from profiles where id = ${String(read[0]?.id)}`;
  for (let part = read; part.length === 2; ) {
    part = await walked(String(read.at(-1)?.id));
    read.push(...part);
  }
  expect(read).toEqual(listed);
});

test('people who request their data get staff’s notes, which are deleted with the account, from the log as well', async () => {
  const leaver = await makePerson(db, store.tenantId);
  await keep({ tags: ['Quiet'], note: 'Prefers mornings' }, leaver);
  const ruler = await makePerson(db, store.tenantId, 'super_admin');
  const data = await ruler.value<{ kept_by_staff: unknown }>(
    'select export_personal_data($1, $2::text::uuid) as value',
    [store.tenantId, leaver.id],
  );
  expect(data.kept_by_staff).toMatchObject({ tags: ['Quiet'], note: 'Prefers mornings' });
  await ruler.run('select delete_account($1, $2::text::uuid)', [store.tenantId, leaver.id]);
  expect(await db.owner`select 1 from customer_records where user_id = ${leaver.id}`).toHaveLength(0);
  const log = await db.owner`select * from audit_log where tenant_id = ${store.tenantId}`;
  expect(JSON.stringify(log)).not.toMatch(/Prefers mornings|Quiet/);
});
