import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';

storeForEachTest();

const write = (key: string, language: string, body: string, who = admin) =>
  who.attempt('insert into message_texts (tenant_id, key, language, body) values ($1, $2, $3, $4)', [
    ...[store.tenantId, key, language, body],
  ]);
const preview = (orderId: string, kind: string, who = admin) =>
  who.attempt(
    'select preview_order_notification($1::text::uuid, $2::text::order_notification_kind) as value',
    [orderId, kind],
  );

test('the words of a store go with its messages, in their language', async () => {
  const order = await buy();
  await write('placed', 'en', 'We have it: {number}');
  await write('placed', 'ar', 'وصلنا طلبك {number}');
  const outcome = await preview(order.id, 'placed');
  if (!('rows' in outcome)) throw new Error('No preview');
  const value = outcome.rows[0]?.value;
  const said: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  expect(said).toMatchObject({
    words: { en: { placed: 'We have it: {number}' }, ar: { placed: 'وصلنا طلبك {number}' } },
    confirmation: null,
    link: null,
    order: { id: order.id, number: order.number },
  });
});

test('a preview sends nothing and makes no link', async () => {
  const order = await buy();
  const before = await db.owner`
    select (select count(*) from order_notifications) as messages, (select count(*) from private.order_links) as links,
      (select count(*) from private.jobs) as jobs`;
  await preview(order.id, 'confirm');
  await preview(order.id, 'shipped');
  const after = await db.owner`
    select (select count(*) from order_notifications) as messages, (select count(*) from private.order_links) as links,
      (select count(*) from private.jobs) as jobs`;
  expect(after).toEqual(before);
});

test('shoppers neither read nor write the words, nor preview a message, even of their own order', async () => {
  const order = await buy();
  await write('placed', 'en', 'We have it: {number}');
  expect(await shopper.run('select * from message_texts')).toEqual([]);
  expect(await write('placed', 'ar', 'Mine', shopper)).toMatchObject({ code: '42501' });
  expect(await preview(order.id, 'placed', shopper)).toMatchObject({ code: '42501' });
  expect(await admin.run('select key, body from message_texts')).toEqual([
    { key: 'placed', body: 'We have it: {number}' },
  ]);
});
