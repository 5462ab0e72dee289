import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { errorMessage } from './people.ts';
import { call, orderOf, type PlacedOrder } from './store.ts';

storeForEachTest();
afterEach(async () => {
  expect(await checkBooks(db.owner)).toEqual([]);
});

describe('an order that staff make', () => {
  const placeFor = (changes: Record<string, unknown>) =>
    call<PlacedOrder & Record<string, unknown>>(
      db,
      admin.identity,
      'select place_order_for($1::text::jsonb) as value',
      [
        JSON.stringify(
          orderOf(store, { channel: 'phone', customer: { name: 'Hoda', phone: '01055555555' }, ...changes }),
        ),
      ],
    );
  const refused = async (changes: Record<string, unknown>, who = admin.identity) =>
    (
      await errorMessage(db, who, 'select place_order_for($1::text::jsonb)', [
        JSON.stringify(
          orderOf(store, { channel: 'phone', customer: { name: 'Hoda', phone: '01055555555' }, ...changes }),
        ),
      ])
    ).detail;

  test('for somebody without an account is theirs by name, and says who made it and where', async () => {
    const order = await placeFor({
      customer: { name: 'Hoda', phone: '01055555555', email: 'Hoda@example.com' },
    });
    expect(order).toMatchObject({
      user_id: null,
      channel: 'phone',
      placed_by: admin.id,
      customer_name: 'Hoda',
      customer_email: 'hoda@example.com',
      status: 'pending',
    });
    const [event] = await db.owner`select actor from order_events where order_id = ${order.id}`;
    expect(event).toEqual({ actor: 'staff' });
  });

  test('belongs to the customer who has the number or the address', async () => {
    await db.owner`update profiles set phone = '01055555555', email = ${shopper.email} where id = ${shopper.id}`;
    expect(await placeFor({})).toMatchObject({ user_id: shopper.id });
    const customer = { name: 'Hoda', email: shopper.email.toUpperCase() };
    expect(await placeFor({ customer })).toMatchObject({ user_id: shopper.id });
    expect(await placeFor({ customer: { user_id: shopper.id } })).toMatchObject({ user_id: shopper.id });
  });

  test('takes a discount with a reason, which its lines share to the piastre', async () => {
    const order = await placeFor({
      manual_discount: { amount: 10, reason: 'A friend of the house' },
      lines: [
        { product_id: store.mugId, quantity: 1 },
        { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
        { product_id: store.hoodieId, quantity: 1, size: 'L', color: 'Black' },
      ],
    });
    expect(order).toMatchObject({ manual_discount: 10, total: 589.99, charged: 589.99 });
    const [shared] = await db.owner`
      select sum(discount_share)::float8 as shared from order_lines where order_id = ${order.id}`;
    expect(shared).toEqual({ shared: 10 });
  });

  test('keeps its free delivery where a discount of staff takes it below the threshold', async () => {
    await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 250}' where tenant_id = ${store.tenantId}`;
    const manual_discount = { amount: 10, reason: 'A friend of the house' };
    expect(await placeFor({ manual_discount, expected_total: 240 })).toMatchObject({ total: 240 });
  });

  test('is refused in words where it costs something else than staff saw, its own discount included', async () => {
    const manual_discount = { amount: 10, reason: 'A friend of the house' };
    expect(await placeFor({ manual_discount, expected_total: 270 })).toMatchObject({ total: 270 });
    await db.owner`update products set price = 260 where id = ${store.hoodieId}`;
    const refusal = await errorMessage(db, admin.identity, 'select place_order_for($1::text::jsonb)', [
      JSON.stringify(
        orderOf(store, {
          channel: 'phone',
          customer: { name: 'Hoda', phone: '01055555555' },
          manual_discount,
          expected_total: 270,
        }),
      ),
    ]);
    expect(refusal).toMatchObject({ detail: 'price_changed', message: expect.stringContaining('280') });
  });

  test('is the same one when it is sent twice', async () => {
    const document = { idempotency_key: 'the-same-key' };
    const first = await placeFor(document);
    const again = await placeFor(document).catch((error: unknown) => error);
    // The address and lines are the same, so the document is.
    expect(again).toMatchObject({ id: first.id });
  });

  test('is refused where something is missing, wrong or not for the caller', async () => {
    expect(await refused({ channel: 'web' })).toBe('channel_required');
    expect(await refused({ customer: { name: '', phone: '01055555555' } })).toBe('invalid_customer');
    expect(await refused({ customer: { name: 'Hoda', phone: '123' } })).toBe('invalid_customer');
    expect(await refused({ customer: { user_id: randomUUID() } })).toBe('unknown_person');
    expect(await refused({ manual_discount: { amount: 5 } })).toBe('reason_required');
    expect(await refused({ manual_discount: { amount: -5, reason: 'x' } })).toBe('invalid_manual_discount');
    expect(await refused({ manual_discount: { amount: 250.01, reason: 'x' } })).toBe(
      'manual_discount_too_high',
    );
    expect(await refused({ payment_method: 'online' })).toBe('payment_closed');
    expect(await refused({}, shopper.identity)).toBe('staff_only');
    expect(await db.owner`select 1 from orders where tenant_id = ${store.tenantId}`).toEqual([]);
  });

  test('takes no discount of staff from a shopper', async () => {
    expect(await buy({ manual_discount: { amount: 100, reason: 'Mine' } })).toMatchObject({ total: 280 });
  });
});
