import type { Identity } from 'embedded-supabase/database';
import { expect, test } from 'vitest';
import { buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { piecesOf } from './shipments.ts';
import type { PlacedOrder } from './store.ts';

storeForEachTest();

const packer = '00000000-0000-4000-8000-000000000002';
const catalog = '00000000-0000-4000-8000-000000000005';

/** Somebody with one of the roles that every installation has, until a day. */
async function worker(role: string, until: string | null = null): Promise<Person> {
  const person = await makePerson(db, store.tenantId);
  await db.owner`insert into staff_grants (user_id, tenant_id, role_id, starts_on, ends_on)
    values (${person.id}, ${store.tenantId}, ${role}, '2020-01-01', ${until})`;
  return person;
}

const assign = (by: Identity, orderIds: string[], userId: string | null) =>
  db.run(by, 'select assign_orders($1::text::uuid[], $2::text::uuid)', [
    ...[`{${orderIds.join()}}`, userId],
  ] as string[]);

const seenBy = async (who: Identity) =>
  (await db.run(who, 'select user_id from assignments')).map((row) => row.user_id);

const historyOf = (orderId: string) =>
  db.owner`select remark ->> 'code' as code, remark ->> 'user_id' as user_id, is_internal from order_events
    where order_id = ${orderId} and remark is not null order by created_at`;

test('an order is passed on to a colleague, which its history says and its customer does not see', async () => {
  const [first, second] = [await worker(packer), await worker(packer)];
  const order = await buy();
  await assign(first.identity, [order.id], first.id);
  await assign(first.identity, [order.id], second.id);
  await assign(first.identity, [order.id], second.id);
  expect(await seenBy(first.identity)).toEqual([second.id]);
  expect(await historyOf(order.id)).toMatchObject([
    { code: 'assigned', user_id: first.id, is_internal: true },
    { code: 'assigned', user_id: second.id, is_internal: true },
  ]);
  expect(await seenBy(shopper.identity)).toEqual([]);
  const told = await db.run(shopper.identity, 'select 1 from order_events where remark is not null');
  expect(told).toEqual([]);
});

test('orders go only to people who may see them, and all or none of them', async () => {
  const [mine, blind] = [await worker(packer), await worker(catalog)];
  const [one, other] = [await buy(), await buy()];
  await expect(assign(mine.identity, [one.id], blind.id)).rejects.toThrow('may not see this');
  await expect(assign(mine.identity, [one.id], shopper.id)).rejects.toThrow('may not see this');
  await expect(assign(blind.identity, [one.id], blind.id)).rejects.toThrow('does not exist');
  const unknown = '00000000-0000-4000-8000-0000000000aa';
  await expect(assign(mine.identity, [one.id, unknown], mine.id)).rejects.toThrow('does not exist');
  expect(await seenBy(mine.identity)).toEqual([]);
  await assign(mine.identity, [one.id, other.id], mine.id);
  expect(await seenBy(mine.identity)).toEqual([mine.id, mine.id]);
});

test('what somebody worked on is nobody’s from the day on which their right has ended', async () => {
  const [leaving, staying] = [await worker(packer), await worker(packer)];
  const order = await buy();
  await assign(staying.identity, [order.id], leaving.id);
  expect(await seenBy(staying.identity)).toEqual([leaving.id]);
  await db.owner`update staff_grants set ends_on = '2020-01-02' where user_id = ${leaving.id}`;
  expect(await seenBy(staying.identity)).toEqual([]);
  await assign(staying.identity, [order.id], staying.id);
  expect(await seenBy(staying.identity)).toEqual([staying.id]);
});

test('a note mentions only people who may see the order, and tells them until they have seen it', async () => {
  const [writer, reader, blind] = [await worker(packer), await worker(packer), await worker(catalog)];
  await db.owner`update user_roles set role = 'admin' where user_id = ${writer.id}`;
  const order = await buy();
  const note = (text: string) =>
    db.run(writer.identity, 'select add_order_note($1::text::uuid, $2)', [order.id, text]);
  await expect(note(`@[${blind.id}] look`)).rejects.toThrow('may not see this');
  await note(`@[${reader.id}] is this the blue one?`);
  await assign(writer.identity, [order.id], reader.id);
  const meant = () =>
    db.run(reader.identity, 'select kind, about, is_seen from for_me(array[$1]) order by kind', [
      store.tenantId,
    ]);
  expect(await meant()).toMatchObject([
    { kind: 'mention', about: order.number, is_seen: false },
    { kind: 'order', about: order.number, is_seen: false },
  ]);
  await db.run(reader.identity, 'select mark_seen(array[$1], $2::text::uuid)', [store.tenantId, order.id]);
  expect(await meant()).toMatchObject([
    { kind: 'mention', is_seen: true },
    { kind: 'order', is_seen: true },
  ]);
  expect(await db.run(writer.identity, 'select 1 from for_me(array[$1])', [store.tenantId])).toEqual([]);
  await db.owner`delete from staff_grants where user_id = ${reader.id}`;
  expect(await meant()).toEqual([]);
});

test('people are offered by name, and only to those who may assign', async () => {
  const mine = await worker(packer);
  await db.owner`update profiles set name = 'Mariam' where id = ${mine.id}`;
  const people = (by: Identity, capability: string) =>
    db.run(by, 'select name from assignable_people(array[$1], $2)', [...[store.tenantId, capability]]);
  expect((await people(mine.identity, 'orders.see')).map(({ name }) => name)).toContain('Mariam');
  expect(await people(mine.identity, 'customers.see')).toEqual([]);
  expect(await people(shopper.identity, 'orders.see')).toEqual([]);
});

const twoHoodies = () => ({
  lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }],
});
const openReturn = (order: PlacedOrder) =>
  shopper.value<string>(
    "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)).id as value",
    [...[order.id, JSON.stringify(piecesOf(order, 1))]],
  );
const returnsOf = async (who: Identity) =>
  Object.fromEntries(
    (await db.run(who, 'select return_id, user_id from assignments where return_id is not null')).map(
      (row) => [row.return_id, row.user_id],
    ),
  );
const assignReturn = (by: Identity, id: string, userId: string | null) =>
  db.run(by, 'select assign_returns(array[$1::text::uuid], $2::text::uuid)', [id, userId] as string[]);

test('a return goes with its order until it is passed on by itself', async () => {
  const [first, second, third] = [await worker(packer), await worker(packer), await worker(packer)];
  const order = await delivered(twoHoodies());
  const early = await openReturn(order);
  await assign(first.identity, [order.id], first.id);
  const late = await openReturn(order);
  expect(await returnsOf(first.identity)).toEqual({ [early]: first.id, [late]: first.id });
  await assignReturn(first.identity, late, second.id);
  await assign(first.identity, [order.id], third.id);
  expect(await returnsOf(first.identity)).toEqual({ [early]: third.id, [late]: second.id });
  const meant = async ({ identity }: Person) =>
    (await db.run(identity, 'select kind from for_me(array[$1]) order by 1', [store.tenantId])).map(
      ({ kind }) => kind,
    );
  expect([await meant(second), await meant(third)]).toEqual([['return'], ['order']]);
  await assign(first.identity, [order.id], null);
  expect(await returnsOf(first.identity)).toEqual({ [late]: second.id });
  await expect(assignReturn(first.identity, late, shopper.id)).rejects.toThrow('may not see this');
  await expect(assignReturn(shopper.identity, late, shopper.id)).rejects.toThrow('does not exist');
  expect(await returnsOf(shopper.identity)).toEqual({});
});
