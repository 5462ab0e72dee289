import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { pack, piecesOf, standingOf } from './shipments.ts';
import { move, orderOf, type PlacedOrder, withLines } from './store.ts';

storeForEachTest();
beforeEach(async () => {
  await db.owner`update settings set shipping = '{"freeShippingThreshold": 300, "defaultShippingFee": 30, "expressShippingFee": 50}'
    where tenant_id = ${store.tenantId}`;
  await db.owner`update discounts set minimum_subtotal = 300 where id = ${store.discountId}`;
});

const setOffers = (returns: object) => db.owner`
  update settings set returns = returns || ${returns as Record<string, boolean>} where tenant_id = ${store.tenantId}`;

interface Quote {
  charged: number;
  after: number;
  code: number;
  delivery: number;
  back: number;
}

const quoted = ({ id }: { id: string }, lines: unknown = null, who: Person = shopper) =>
  who.value<Quote>(
    `select jsonb_build_object('charged', charged, 'after', charged_then, 'code', discount_owed, 'delivery', delivery_owed,
       'back', goes_back) as value from quote_cancellation($1::text::uuid, $2::text::jsonb)`,
    [id, JSON.stringify(lines)],
  );

/** Cancels pieces of an order; the order must then cost what was quoted. */
async function cancel(order: PlacedOrder, lines: unknown, who: Person = shopper): Promise<Quote> {
  const said = await quoted(order, lines, who);
  await who.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [order.id, JSON.stringify(lines)]);
  expect((await standingOf(order)).charged).toBe(said.after);
  return said;
}

const twoLines = () => [
  { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
  { product_id: store.mugId, quantity: 1 },
];
const two = (changes: object = {}) => buy({ lines: twoLines(), ...changes });
const mugOf = ({ lines }: PlacedOrder) => [{ order_line_id: lines[1]?.id, quantity: 1 }];

describe('when the items that qualified for an offer are cancelled', () => {
  test('the code and free delivery are kept, unless the store says otherwise', async () => {
    const order = await two({ discount_code: 'TEN' });
    expect(order).toMatchObject({ shipping_total: 0, total: 314.99 });
    expect(await cancel(order, mugOf(order))).toEqual({
      charged: 314.99,
      after: 225,
      code: 0,
      delivery: 0,
      back: 0,
    });
  });

  test('the code is recalculated if the store says so, and the lost discount goes with its piece', async () => {
    await setOffers({ recountsCodes: true });
    const order = await two({ discount_code: 'TEN', payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'R' || $1::text)", [order.id]);
    expect(await cancel(order, mugOf(order))).toMatchObject({
      after: 250,
      code: 25,
      delivery: 0,
      back: 64.99,
    });
    expect(await standingOf(order)).toMatchObject({ payment_status: 'refund_due' });
    await move(db, admin.identity, order.id, 'in_production', 'shipped', 'delivered');
    const [asked] = await admin.run("select (request_return($1::text::uuid, 'Torn')).id as id", [order.id]);
    await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
      String(asked?.id),
      JSON.stringify([{ order_line_id: order.lines[0]?.id, received: 1, fate: 'discard' }]),
    ]);
    expect(await standingOf(order)).toMatchObject({ status: 'returned', charged: 0 });
  });

  test('delivery is charged if the store says so, and is free again with the last piece', async () => {
    await setOffers({ recountsDelivery: true });
    const order = await two();
    expect(order).toMatchObject({ shipping_total: 0 });
    expect(await cancel(order, mugOf(order))).toMatchObject({ after: 280, delivery: 30, code: 0 });
    const [remark] = await db.owner`
      select remark from order_events where order_id = ${order.id} and remark is not null`;
    expect(remark).toEqual({ remark: { code: 'offers_recounted', amount: 30 } });
    expect(await quoted(order)).toMatchObject({ charged: 280, after: 0 });
    await shopper.run('select cancel_order($1::text::uuid)', [order.id]);
    expect(await standingOf(order)).toMatchObject({ status: 'cancelled', charged: 0 });
  });

  test('a code for free delivery is recalculated with the codes', async () => {
    await db.owner`insert into discounts (tenant_id, code, kind, value, minimum_subtotal)
      values (${store.tenantId}, 'FREE', 'free_shipping', 0, 300)`;
    await db.owner`update settings set shipping = '{"defaultShippingFee": 30, "expressShippingFee": 50}' where tenant_id = ${store.tenantId}`;
    await setOffers({ recountsCodes: true });
    const order = await two({ discount_code: 'FREE' });
    expect(await cancel(order, mugOf(order))).toMatchObject({ after: 280, delivery: 30 });
  });

  test('a manual discount by staff stays', async () => {
    await setOffers({ recountsCodes: true });
    const placed = await admin.value<PlacedOrder>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify({
          ...orderOf(store, { lines: twoLines(), discount_code: 'TEN' }),
          channel: 'phone',
          customer: { user_id: shopper.id },
          manual_discount: { amount: 35, reason: 'A friend of the house' },
        }),
      ],
    );
    const order = await withLines(db, placed);
    expect(await cancel(order, mugOf(order))).toMatchObject({ code: 25, after: 225 });
  });

  test('nothing is recalculated once a piece is packed, or by a rule that changed since', async () => {
    await setOffers({ recountsCodes: true, recountsDelivery: true });
    const packed = await two({ discount_code: 'TEN' });
    await move(db, admin.identity, packed.id, 'confirmed', 'in_production');
    await pack(packed, piecesOf(packed, 1));
    expect(await cancel(packed, mugOf(packed), admin)).toMatchObject({ code: 0, delivery: 0, after: 225 });
    const order = await two({ discount_code: 'TEN' });
    await db.owner`update discounts set minimum_subtotal = 1000 where id = ${store.discountId}`;
    await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 1000}' where tenant_id = ${store.tenantId}`;
    expect(await cancel(order, mugOf(order))).toMatchObject({ code: 0, delivery: 0, after: 225 });
  });

  test('an edit that removes pieces includes it in its difference, and one that adds others restores it', async () => {
    await setOffers({ recountsCodes: true, recountsDelivery: true });
    const order = await two({ discount_code: 'TEN' });
    const edit = async (changes: object) => {
      const parameters = [order.id, JSON.stringify(changes)];
      const text = 'select edit_order($1::text::uuid, $2::text::jsonb)';
      const [quote] = await admin.run(
        'select total::float8 from quote_edit($1::text::uuid, $2::text::jsonb)',
        parameters,
      );
      await admin.run(text, parameters);
      await shopper.run(
        "select decide_edit(id, true) from order_edits where order_id = $1::text::uuid and state = 'proposed'",
        [order.id],
      );
      expect((await standingOf(order)).charged).toBe(Number(quote?.total));
      return quote?.total;
    };
    expect(await edit({ remove: mugOf(order) })).toBe(280);
    expect(await edit({ add: [{ product_id: store.mugId, quantity: 1 }] })).toBe(324.99);
  });

  test('is visible only for one’s own order', async () => {
    const order = await two();
    const neighbour = await makePerson(db, store.tenantId);
    expect(
      await neighbour.refusal('select * from quote_cancellation($1::text::uuid)', [order.id]),
    ).toMatchObject({ detail: 'unknown_order' });
  });
});
