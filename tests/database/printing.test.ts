import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { piecesOf, sent, standingOf } from './shipments.ts';
import { designOf, move, orderOf, type PlacedOrder } from './store.ts';

storeForEachTest();

const printing = 'select id, printed from mark_printed($1::text::jsonb, $2)';
const asked = (order: PlacedOrder, quantity: number, reason = ''): string[] => [
  JSON.stringify(piecesOf(order, quantity)),
  reason,
];

/** A confirmed order of two pieces of a design. */
async function designed(): Promise<PlacedOrder> {
  const order = await buy({ lines: [{ quantity: 2, design: designOf(['Souk']), preview: null }] });
  await move(db, admin.identity, order.id, 'confirmed');
  return order;
}

describe('prints', () => {
  test('are marked as they are printed, and with the last one the order moves on to packing', async () => {
    const order = await designed();
    expect((await standingOf(order)).queues).toEqual(['to_print']);
    await admin.run(printing, asked(order, 1));
    expect((await standingOf(order)).queues).toEqual(['to_print']);
    expect(await admin.run(printing, asked(order, 1))).toEqual([{ id: order.lines[0]?.id, printed: 2 }]);
    expect((await standingOf(order)).queues).toEqual(['to_pack']);
    await sent(order);
    expect((await standingOf(order)).queues).toEqual(['on_the_way']);
  });

  test('are reprinted only with a reason, and count as waste', async () => {
    const order = await designed();
    await admin.run(printing, asked(order, 2));
    expect(await admin.refusal(printing, asked(order, 1, ' '))).toMatchObject({
      detail: 'reprint_reason',
      message: expect.stringContaining('Say why it is printed again.'),
    });
    await admin.run(printing, asked(order, 1, 'Colours off'));
    expect(
      await admin.run('select quantity, wasted, reason, actor_id from print_runs order by created_at'),
    ).toEqual([
      { quantity: 2, wasted: 0, reason: '', actor_id: admin.id },
      { quantity: 1, wasted: 1, reason: 'Colours off', actor_id: admin.id },
    ]);
  });

  test('wait on the floor even if the design was deleted, and for an order without an account', async () => {
    const saved = await db.owner<{ id: string }[]>`insert into customizations (tenant_id, user_id, design)
      values (${store.tenantId}, ${shopper.id}, ${JSON.stringify(designOf(['Souk']))}::text::jsonb) returning id`;
    const deleted = await buy({ lines: [{ quantity: 2, customization_id: saved[0]?.id }] });
    await db.owner`delete from customizations where id = ${saved[0]?.id ?? ''}`;
    const byPhone = await admin.value<PlacedOrder>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify({
          ...orderOf(store, { lines: [{ quantity: 1, design: designOf(['Souk']), preview: null }] }),
          channel: 'phone',
          customer: { name: 'Mona', phone: '01012345678' },
        }),
      ],
    );
    for (const { id } of [deleted, byPhone]) {
      const { order_status } = (
        await db.owner<{ order_status: string }[]>`select status as order_status from orders where id = ${id}`
      )[0] ?? { order_status: '' };
      if (order_status !== 'confirmed') await move(db, admin.identity, id, 'confirmed');
    }
    expect(
      await admin.run(
        `select customization_id, has_design, to_print from order_lines where order_id in ($1::text::uuid, $2::text::uuid)
         order by to_print`,
        [deleted.id, byPhone.id],
      ),
    ).toEqual([
      { customization_id: null, has_design: true, to_print: 1 },
      { customization_id: null, has_design: true, to_print: 2 },
    ]);
    expect((await standingOf(deleted)).queues).toEqual(['to_print']);
  });

  test('of several orders are marked as printed in one call, as many as each awaits', async () => {
    const [two, one, plain] = [await designed(), await designed(), await buy()];
    await admin.run(printing, asked(one, 1));
    const marked = await admin.run('select order_id, printed from mark_orders_printed($1::text::uuid[])', [
      `{${[two, one, plain].map(({ id }) => id)}}`,
    ]);
    expect(marked).toHaveLength(2);
    expect(marked).toEqual(
      expect.arrayContaining([
        { order_id: two.id, printed: 2 },
        { order_id: one.id, printed: 2 },
      ]),
    );
    for (const order of [two, one]) expect((await standingOf(order)).queues).toEqual(['to_pack']);
    expect(await db.owner`select quantity, wasted from print_runs order by created_at`).toEqual(
      expect.arrayContaining([{ quantity: 2, wasted: 0 }]),
    );
  });

  test('that failed wait on the floor again, whether or not they were noted', async () => {
    const order = await designed();
    const again = 'select id, printed from print_again($1::text::jsonb, $2)';
    const lineId = order.lines[0]?.id;
    expect(await admin.refusal(again, asked(order, 1, ' '))).toMatchObject({
      detail: 'reprint_reason',
    });
    expect(await admin.run(again, asked(order, 1, 'Torn'))).toEqual([{ id: lineId, printed: 0 }]);
    await admin.run(printing, asked(order, 2));
    expect((await standingOf(order)).queues).toEqual(['to_pack']);
    expect(await admin.run(again, asked(order, 1, 'Torn'))).toEqual([{ id: lineId, printed: 1 }]);
    expect((await standingOf(order)).queues).toEqual(['to_print']);
    await admin.run(printing, asked(order, 1));
    await sent(order);
    expect(await admin.refusal(again, asked(order, 1, 'Torn'))).toMatchObject({
      detail: 'nothing_to_print',
    });
  });

  test('are of designs, in orders of the store, and marked by its staff', async () => {
    const order = await designed();
    const plain = await buy();
    expect(await admin.refusal(printing, asked(plain, 1))).toMatchObject({
      detail: 'nothing_to_print',
    });
    const elsewhere = await makePerson(db, 'casecraft', null);
    for (const who of [shopper, elsewhere])
      expect(await who.refusal(printing, asked(order, 1))).toMatchObject({
        detail: 'unknown_order_line',
      });
    for (const lines of ['null', '7', '{}', `[{"order_line_id": "${randomUUID()}", "quantity": 1}]`])
      expect(await admin.refusal(printing, [lines, ''])).toMatchObject({
        detail: 'unknown_order_line',
      });
    expect(await shopper.run('select 1 from print_runs')).toEqual([]);
    expect((await standingOf(order)).queues).toEqual(['to_print']);
  });
});
