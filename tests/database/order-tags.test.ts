import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';

storeForEachTest();

const tag = (
  orderIds: readonly string[],
  add: readonly string[],
  remove: readonly string[] = [],
  who = admin,
) =>
  who.attempt('select tag_orders($1::text::uuid[], $2::text::text[], $3::text::text[]) as value', [
    `{${orderIds}}`,
    `{${add.map((word) => JSON.stringify(word))}}`,
    `{${remove.map((word) => JSON.stringify(word))}}`,
  ]);
const tagsOf = async (orderId: string) =>
  (
    await admin.run('select tag from order_tags where order_id = $1::text::uuid order by folded', [orderId])
  ).map((row) => row.tag);

test('staff tag many orders at once; a tag that reads alike is the same, and each change is in the log', async () => {
  const one = await buy();
  const other = await buy();
  expect(await tag([one.id, other.id], ['  VIP ', 'هدية'])).toEqual({ rows: [{ value: 2 }] });
  expect(await tag([one.id, other.id], ['vip'])).toEqual({ rows: [{ value: 0 }] });
  expect(await tagsOf(one.id)).toEqual(['VIP', 'هدية']);
  expect(await tag([one.id], [], ['هديه', 'Vip'])).toEqual({ rows: [{ value: 1 }] });
  expect(await tagsOf(one.id)).toEqual([]);
  expect(await tagsOf(other.id)).toEqual(['VIP', 'هدية']);
  const log = await db.owner`
    select before -> 'tags' as before, after -> 'tags' as after from audit_log
    where entity_id = ${one.id} and after ? 'tags' order by id`;
  expect(log).toEqual([
    { before: [], after: ['VIP', 'هدية'] },
    { before: ['VIP', 'هدية'], after: [] },
  ]);
});

test('tags in use are suggested, the most used first, as they were spelled last', async () => {
  const [one, other] = [await buy(), await buy()];
  await tag([one.id, other.id], ['Gift']);
  await tag([one.id], ['Late']);
  expect(
    await admin.run('select * from order_tags_in_use($1::text::text[])', [`{${store.tenantId}}`]),
  ).toEqual([
    { tag: 'Gift', folded: 'gift', orders: '2' },
    { tag: 'Late', folded: 'late', orders: '1' },
  ]);
});

test('shoppers neither see nor set tags, nor do people of another store, and nothing changes', async () => {
  const order = await buy();
  await tag([order.id], ['Difficult']);
  const stranger = await makePerson(db, `${store.tenantId}`, 'user');
  for (const person of [shopper, stranger]) {
    expect(await person.run('select * from order_tags')).toEqual([]);
    expect(await tag([order.id], ['Mine'], ['Difficult'], person)).toMatchObject({ detail: 'unknown_order' });
    expect(
      await person.attempt('select * from order_tags_in_use($1::text::text[])', [`{${store.tenantId}}`]),
    ).toMatchObject({
      code: '42501',
    });
  }
  expect(await tagsOf(order.id)).toEqual(['Difficult']);
});

test('a tag has up to 40 characters, and an order up to 20 tags', async () => {
  const order = await buy();
  expect(await tag([order.id], ['x'.repeat(41)])).toMatchObject({ detail: 'invalid_tag' });
  expect(
    await tag(
      [order.id],
      Array.from({ length: 20 }, (_, index) => `Tag ${index}`),
    ),
  ).toEqual({ rows: [{ value: 1 }] });
  expect(await tag([order.id], ['One more'])).toMatchObject({ detail: 'invalid_tag' });
  expect(await tagsOf(order.id)).toHaveLength(20);
});
