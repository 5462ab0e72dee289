import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { countsOf, inProduction, moveShipment, pack, type Shipment, sent, standingOf } from './shipments.ts';
import { type PlacedOrder, stockOf } from './store.ts';

storeForEachTest();

/** An order with a courier that lost its parcel. */
async function handedOver(quantity = 2, changes = {}): Promise<{ order: PlacedOrder; shipment: Shipment }> {
  const order = await inProduction(quantity, changes);
  const shipment = await pack(order, undefined, { carrier_name: 'Swift' });
  await moveShipment(shipment, 'handed_over');
  return { order, shipment };
}

const lose = ({ id }: Shipment, sendAgain: boolean) =>
  admin.run("select lose_shipment($1::text::uuid, $2::text::boolean, 'The van burned')", [
    id,
    String(sendAgain),
  ]);

const claimOf = async ({ id }: Shipment) => {
  const [claim] = await db.owner`
    select id, state::text, amount::float8 as amount, received::float8 as received, reference, claimed_at, is_overdue(claim) as is_overdue
    from carrier_claims claim where shipment_id = ${id}`;
  return claim;
};

const entriesOf = ({ id }: PlacedOrder) => db.owner`
  select kind::text, amount::float8 as amount, reference from payment_entries
  where order_id = ${id} and kind in ('compensated', 'given_back') order by id`;

describe('a parcel that its courier lost', () => {
  test('is claimed for the price of its pieces, and what was paid for them is given back', async () => {
    const { order, shipment } = await handedOver(2, { payment_method: 'bank_transfer' });
    await lose(shipment, false);
    expect(await claimOf(shipment)).toMatchObject({
      state: 'open',
      amount: 500,
      received: null,
      claimed_at: null,
      is_overdue: false,
    });
    expect(await standingOf(order)).toMatchObject({
      status: 'returned_to_sender',
      charged: 0,
      received: 500,
    });
    const refunds =
      await db.owner`select amount::float8 as amount, state::text from refunds where order_id = ${order.id}`;
    expect(refunds).toEqual([{ amount: 500, state: 'due' }]);
  });

  test('is sent again instead: nothing is given back, new pieces leave the stock and wait to be packed', async () => {
    const { order, shipment } = await handedOver(2, { payment_method: 'bank_transfer' });
    const stock = await stockOf(db, store.hoodieId);
    await lose(shipment, true);
    expect(await stockOf(db, store.hoodieId)).toBe(stock - 2);
    expect(await countsOf(order)).toMatchObject({ sent: 0, returned_to_sender: 0 });
    expect(await standingOf(order)).toMatchObject({
      status: 'in_production',
      charged: 500,
      received: 500,
      payment_status: 'paid',
      queues: ['to_pack'],
    });
    expect(await db.owner`select 1 from refunds where order_id = ${order.id}`).toEqual([]);
    const again = await sent(order);
    await moveShipment(again, 'delivered');
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', payment_status: 'paid' });
  });

  test('in cash is owed again once it is sent again, also if the courier reported the loss', async () => {
    const { order, shipment } = await handedOver(1);
    await moveShipment(shipment, 'lost');
    expect(await standingOf(order)).toMatchObject({ charged: 0 });
    await admin.run('select send_lost_again($1::text::uuid)', [shipment.id]);
    expect(await standingOf(order)).toMatchObject({ charged: 280, queues: ['to_pack'] });
    expect(await admin.refusal('select send_lost_again($1::text::uuid)', [shipment.id])).toMatchObject({
      detail: 'not_sent_again',
    });
    expect(await sent(order)).toMatchObject({ cash_due: 280 });
  });

  test('is not sent again once its money was given back, or without stock', async () => {
    const { order, shipment } = await handedOver(1, { payment_method: 'bank_transfer' });
    await lose(shipment, false);
    const [refund] = await db.owner`select id from refunds where order_id = ${order.id}`;
    await admin.run("select send_refund($1::text::uuid, 'transfer')", [refund?.id]);
    expect(await admin.refusal('select send_lost_again($1::text::uuid)', [shipment.id])).toMatchObject({
      detail: 'not_sent_again',
    });
    const other = await handedOver(2);
    await db.owner`select private.adjust_stocks(array_agg(variant.id), array_agg(1 - variant.stock), 'Flood')
      from product_variants variant join order_lines line on line.variant_id = variant.id where line.order_id = ${other.order.id}`;
    expect(
      await admin.refusal('select lose_shipment($1::text::uuid, true)', [other.shipment.id]),
    ).toMatchObject({ detail: 'too_few_in_stock' });
    expect(await standingOf(other.order)).toMatchObject({ status: 'shipped' });
  });
});

describe('a claim', () => {
  const claim = 'select claim_from_carrier($1::text::uuid, $2::text::jsonb)';
  const answer = 'select answer_claim($1::text::uuid, $2::text::numeric, $3, p_request_id => $4::text::uuid)';

  test('is made with an amount, a reference and a day, and is late after that day', async () => {
    const { shipment } = await handedOver();
    await lose(shipment, false);
    const document = { amount: 450, reference: 'SW-77', due_on: '2020-01-31' };
    await admin.run(claim, [shipment.id, JSON.stringify(document)]);
    expect(await claimOf(shipment)).toMatchObject({
      amount: 450,
      reference: 'SW-77',
      claimed_at: expect.anything(),
      is_overdue: true,
    });
    const [morning] = await admin.run(
      "select entries::int, amount::float8 as amount from morning() where figure = 'claims_overdue'",
    );
    expect(morning).toEqual({ entries: 1, amount: 450 });
    const [owed] = await admin.run(
      'select carrier_name, shipments::int, amount::float8 as amount, claims::int, claimed::float8 as claimed from carrier_cash($1)',
      [store.tenantId],
    );
    expect(owed).toEqual({ carrier_name: 'Swift', shipments: 0, amount: 0, claims: 1, claimed: 450 });
  });

  test('that is paid has an entry of its own in the ledger, once, and changes nothing for the customer', async () => {
    const { order, shipment } = await handedOver();
    await lose(shipment, false);
    const { id } = (await claimOf(shipment)) ?? {};
    const before = await standingOf(order);
    const key = randomUUID();
    for (const _ of [1, 2]) await admin.run(answer, [id, '300.5', 'TRX 9', key]);
    expect(await claimOf(shipment)).toMatchObject({ state: 'paid', received: 300.5 });
    expect(await entriesOf(order)).toEqual([{ kind: 'compensated', amount: 300.5, reference: 'TRX 9' }]);
    expect(await standingOf(order)).toEqual(before);
    expect(await admin.refusal(answer, [id, '300.5', 'TRX 9', randomUUID()])).toMatchObject({
      detail: 'claim_answered',
    });
    expect(await admin.refusal(claim, [shipment.id, '{"amount": 5}'])).toMatchObject({
      detail: 'claim_answered',
    });
    expect(await entriesOf(order)).toHaveLength(1);
  });

  test('that is refused books nothing, and can be paid after all', async () => {
    const { order, shipment } = await handedOver();
    await lose(shipment, false);
    const { id } = (await claimOf(shipment)) ?? {};
    await admin.run(answer, [id, '0', '', randomUUID()]);
    expect(await claimOf(shipment)).toMatchObject({ state: 'refused', received: null, is_overdue: false });
    expect(await entriesOf(order)).toEqual([]);
    await admin.run(answer, [id, '500', '', randomUUID()]);
    expect(await claimOf(shipment)).toMatchObject({ state: 'paid', received: 500 });
  });

  test('is of an amount above 0, is paid up to that, and is for parcels that left the store', async () => {
    const { order, shipment } = await handedOver();
    await lose(shipment, false);
    const { id } = (await claimOf(shipment)) ?? {};
    for (const amount of ['500.01', '-1', '1.001'])
      expect(await admin.refusal(answer, [id, amount, '', randomUUID()])).toMatchObject({
        detail: 'invalid_compensation',
      });
    for (const document of [
      '{}',
      '{"amount": 0}',
      '{"amount": "5"}',
      '{"amount": 5, "due_on": "soon"}',
      'null',
    ])
      expect(await admin.refusal(claim, [shipment.id, document])).toMatchObject({ detail: 'invalid_claim' });
    const packed = await pack(await inProduction(1));
    expect(await admin.refusal(claim, [packed.id, '{"amount": 5}'])).toMatchObject({
      detail: 'nothing_to_claim',
    });
    expect(await entriesOf(order)).toEqual([]);
  });

  test('is also made for pieces that came back damaged, and is no customer’s business', async () => {
    const { shipment } = await handedOver();
    await moveShipment(shipment, 'returned_to_sender');
    expect(await claimOf(shipment)).toBeUndefined();
    await admin.run(claim, [shipment.id, '{"amount": 250}']);
    expect(await claimOf(shipment)).toMatchObject({ amount: 250 });
    for (const who of [shopper, await makePerson(db, store.tenantId)]) {
      expect(await who.run('select * from carrier_claims')).toEqual([]);
      expect(await who.refusal(claim, [shipment.id, '{"amount": 250}'])).toMatchObject({
        detail: 'unknown_shipment',
      });
    }
  });
});
