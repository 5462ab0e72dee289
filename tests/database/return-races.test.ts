import { expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { atOnce, broken, worked } from './races.ts';
import { countsOf, inProduction, moveShipment, piecesOf, sent, standingOf } from './shipments.ts';
import { move, orderOf, type PlacedOrder, place } from './store.ts';

const RACES = runs(8, 2);

storeForEachTest();

/** A paid and delivered order of two hoodies with an approved return of both. */
async function announced(): Promise<{ order: PlacedOrder; returnId: string }> {
  const order = await inProduction(2, { payment_method: 'bank_transfer' });
  await moveShipment(await sent(order), 'delivered');
  const returnId = await shopper.value<string>(
    "select (request_return($1::text::uuid, 'Torn')).id as value",
    [order.id],
  );
  return { order, returnId };
}

const receivedLines = ({ lines }: PlacedOrder) =>
  JSON.stringify([{ order_line_id: lines[0]?.id, received: 2, fate: 'restock' }]);

test('two members of staff who receive the same return at once book it once', async () => {
  const colleague = await makePerson(db, store.tenantId, 'admin');
  for (let race = 0; race < RACES; race += 1) {
    const { order, returnId } = await announced();
    const outcomes = await Promise.all(
      [admin, colleague].map((who) =>
        who.attempt('select receive_return($1::text::uuid, $2::text::jsonb)', [
          returnId,
          receivedLines(order),
        ]),
      ),
    );
    expect(outcomes.filter(worked)).toHaveLength(1);
    expect(outcomes.find((outcome) => !worked(outcome))).toMatchObject({ detail: 'return_decided' });
    expect(await countsOf(order)).toMatchObject({ returned: 2 });
  }
});

test('concurrent returns and refunds of the same pieces never make more due than was paid', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const { order, returnId } = await announced();
    const refund = JSON.stringify({ lines: [{ order_line_id: order.lines[0]?.id, amount: 500 }] });
    await Promise.all([
      admin.attempt('select receive_return($1::text::uuid, $2::text::jsonb)', [
        returnId,
        receivedLines(order),
      ]),
      admin.attempt('select refund_order($1::text::uuid, $2::text::jsonb)', [order.id, refund]),
    ]);
    const [owed] = await db.owner`
      select sum(amount)::float8 as amount from refunds where order_id = ${order.id} and state = 'due'`;
    expect(owed).toEqual({ amount: 500 });
    expect((await standingOf(order)).charged).toBe(0);
  }
});

test('an edit accepted twice at once is applied once', async () => {
  for (let race = 0; race < RACES / 2; race += 1) {
    const order = await inProduction(1);
    const editId = await admin.value<string>(
      'select (edit_order($1::text::uuid, $2::text::jsonb)).id as value',
      [order.id, JSON.stringify({ add: [{ product_id: store.mugId, quantity: 1 }] })],
    );
    const accept = () => shopper.attempt('select decide_edit($1::text::uuid, true)', [editId]);
    const outcomes = await Promise.all([accept(), accept()]);
    expect(outcomes.filter(worked)).toHaveLength(1);
    expect(await db.owner`select 1 from order_lines where edit_id = ${editId}`).toHaveLength(1);
  }
});

test('a size changed while the order is packed is changed or packed, never both', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const order = await inProduction(1);
    const swap = {
      remove: piecesOf(order, 1),
      add: [{ instead_of: order.lines[0]?.id, quantity: 1, size: 'L' }],
    };
    const [changed, packed] = await Promise.all([
      shopper.attempt('select edit_order($1::text::uuid, $2::text::jsonb)', [order.id, JSON.stringify(swap)]),
      admin.attempt('select pack_order($1::text::uuid)', [order.id]),
    ]);
    expect(worked(packed)).toBe(true);
    const lines = await db.owner`
      select size, cancelled, packed from order_lines where order_id = ${order.id} order by position`;
    expect(lines).toEqual(
      worked(changed)
        ? [
            { size: 'M', cancelled: 1, packed: 0 },
            { size: 'L', cancelled: 0, packed: 1 },
          ]
        : [{ size: 'M', cancelled: 0, packed: 1 }],
    );
  }
});

test('cancelling a replacement during other calls about it and its original order never deadlocks', async () => {
  const colleague = await makePerson(db, store.tenantId, 'admin');
  const pairs: [string, string][] = [];
  for (let race = 0; race < RACES; race += 1) {
    const order = await inProduction(1);
    await moveShipment(await sent(order), 'delivered');
    const [asked] = await shopper.run(
      "select (request_return($1::text::uuid, 'Torn', p_kind => 'replacement')).id as id",
      [order.id],
    );
    const [approved] = await admin.run(
      'select (decide_return($1::text::uuid, true)).replacement_order_id as id',
      [String(asked?.id)],
    );
    pairs.push([order.id, String(approved?.id)]);
  }
  const outcomes = await Promise.all(
    pairs.flatMap(([replaced, replacement]) => [
      admin.attempt('select cancel_order($1::text::uuid)', [replacement]),
      colleague.attempt('select pack_orders($1::text::uuid[])', [`{${replaced},${replacement}}`]),
      colleague.attempt("update orders set payment_reference = 'X' where id = any ($1::text::uuid[])", [
        `{${replacement},${replaced}}`,
      ]),
    ]),
  );
  expect(broken(outcomes)).toEqual([]);
});

test('an account deleted during a refund of its order is deleted before or after', async () => {
  const owner = await makePerson(db, store.tenantId, 'super_admin');
  const customers = await atOnce(RACES, async () => {
    const customer = await makePerson(db, store.tenantId);
    const order = await place(db, customer.identity, orderOf(store));
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    return { customer, order };
  });
  const outcomes = await Promise.all(
    customers.flatMap(({ customer, order }) => [
      admin.attempt('select refund_order($1::text::uuid, $2::text::jsonb)', [
        order.id,
        JSON.stringify({ goodwill: 10, way: 'store_credit' }),
      ]),
      owner.attempt('select delete_account($1, $2::text::uuid)', [store.tenantId, customer.id]),
    ]),
  );
  expect(broken(outcomes)).toEqual([]);
});
