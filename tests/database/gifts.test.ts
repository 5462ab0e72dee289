import { beforeEach, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, pack, piecesOf, sent } from './shipments.ts';
import { orderOf } from './store.ts';

storeForEachTest();

const gift = { message: 'Happy birthday, Mona!', hide_prices: true };
const wrapping = (settings: Record<string, unknown>) =>
  db.owner`update settings set gifts = ${JSON.stringify(settings)}::text::jsonb,
    payment = payment || '{"vatRate": 14}' where tenant_id = ${store.tenantId}`;
beforeEach(() => wrapping({ enabled: true, price: 35 }));

const quote = (changes: Record<string, unknown>) =>
  shopper.value<{ gift_total: number; total: number; problems: { code: string }[] }>(
    'select to_jsonb(quote_order($1::text::jsonb)) as value',
    [JSON.stringify(orderOf(store, changes))],
  );
const orderRow = async (id: string) => {
  const [row] = await db.owner`
    select gift_total::float, gift_tax::float, gift_credited::float, gift_wrapped, gift_message, hides_prices, charged::float
    from orders where id = ${id}`;
  return row;
};

test('a gift is wrapped for the store’s price, with a card', async () => {
  const plain = await quote({});
  expect(await quote({ gift })).toMatchObject({ gift_total: 35, total: plain.total + 35, problems: [] });
  const order = await buy({ gift, expected_total: plain.total + 35 });
  expect(await orderRow(order.id)).toEqual({
    gift_total: 35,
    gift_tax: 4.3,
    gift_credited: 0,
    gift_wrapped: true,
    gift_message: 'Happy birthday, Mona!',
    hides_prices: true,
    charged: plain.total + 35,
  });
  expect(order.points_earned).toBe((await buy()).points_earned);
});

test('an order that asks for none has none', async () => {
  expect(await orderRow((await buy()).id)).toMatchObject({
    gift_total: 0,
    gift_wrapped: false,
    gift_message: '',
  });
});

test('a store that wraps no gifts refuses it, and a card of more than 300 characters is too long', async () => {
  await expect(buy({ gift: { message: 'x'.repeat(301) } })).rejects.toMatchObject({
    detail: 'gift_message_too_long',
  });
  await buy({ gift: { message: 'س'.repeat(300) } });
  await wrapping({ enabled: false, price: 35 });
  await expect(buy({ gift })).rejects.toMatchObject({ detail: 'gift_closed' });
  expect((await quote({ gift })).problems).toMatchObject([{ code: 'gift_closed' }]);
});

test('its price is a number that staff set', async () => {
  for (const price of [-1, 'much', 1.005]) await expect(wrapping({ enabled: true, price })).rejects.toThrow();
  await expect(wrapping({ enabled: 'yes', price: 1 })).rejects.toThrow();
});

test('the invoice has a line for it with its tax', async () => {
  const { id } = await buy({ gift, payment_method: 'bank_transfer' });
  await admin.run("select record_payment($1::text::uuid, 'paid', 'TRX')", [id]);
  const lines = await db.owner`
    select part.kind::text, part.amount::float, part.tax::float from invoice_lines part
    join invoices paper on paper.id = part.invoice_id where paper.order_id = ${id} and part.kind = 'gift'`;
  expect(lines).toEqual([{ kind: 'gift', amount: 35, tax: 4.3 }]);
});

test('it is given back with an order that is cancelled before anything was packed', async () => {
  const order = await buy({ gift, payment_method: 'bank_transfer' });
  await admin.run("select record_payment($1::text::uuid, 'paid', 'TRX')", [order.id]);
  await admin.run("select cancel_order($1::text::uuid, 'Sorry')", [order.id]);
  expect(await orderRow(order.id)).toMatchObject({ gift_credited: 35, charged: 0 });
  const named = await db.owner`
    select part.kind::text, part.amount::float from refund_lines part join refunds on refunds.id = part.refund_id
    where refunds.order_id = ${order.id} and part.kind = 'gift'`;
  expect(named).toEqual([{ kind: 'gift', amount: 35 }]);
  const notes = await db.owner`
    select part.amount::float from invoice_lines part join invoices paper on paper.id = part.invoice_id
    where paper.order_id = ${order.id} and paper.kind = 'credit_note' and part.kind = 'gift'`;
  expect(notes).toEqual([{ amount: 35 }]);
});

test('it stays when only some pieces are cancelled', async () => {
  const order = await buy({
    gift,
    lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }],
  });
  await shopper.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify([{ order_line_id: order.lines[0]?.id, quantity: 1 }]),
  ]);
  expect(await orderRow(order.id)).toMatchObject({ gift_credited: 0, charged: order.total - 250 });
});

test('a courier collects it with the first parcel', async () => {
  const order = await inProduction(2, { gift });
  const first = await pack(order, piecesOf(order, 1));
  const second = await pack(order, piecesOf(order, 1));
  expect(first.cash_due).toBe(250 + 35 + order.shipping_total);
  expect(first.cash_due + second.cash_due).toBeCloseTo(order.total, 2);
});

test('a parcel that nobody accepted leaves nothing to pay', async () => {
  const order = await inProduction(1, { gift });
  await moveShipment(await sent(order), 'returned_to_sender');
  expect(await orderRow(order.id)).toMatchObject({ charged: 0, gift_credited: 35 });
});
