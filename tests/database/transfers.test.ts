import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { server } from './people.ts';
import { takeMails } from './queued-notifications.ts';
import { call } from './store.ts';

storeForEachTest({ alone: true });

const order = () => buy({ payment_method: 'bank_transfer' });
/** A picture that the shopper has uploaded. */
async function picture(): Promise<string> {
  const name = `${store.tenantId}/${shopper.id}/${randomUUID()}.webp`;
  await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${name})`;
  return name;
}
const prove = async (orderId: string, photo: string, note = 'From my wallet') =>
  shopper.run('select send_transfer_proof($1::text::uuid, array[$2], $3)', [orderId, photo, note]);
const book = (orderId: string, amount: number, reference = '', more = false) =>
  admin.value<{ payment_status: string; status: string }>(
    'select to_jsonb(book_transfer($1::text::uuid, $2::text::numeric, $3, p_more => $4::text::boolean)) as value',
    [orderId, String(amount), reference, String(more)],
  );
const transfersOf = (orderId: string) =>
  db.owner`select state::text, amount::float, received::float, answer from transfers where order_id = ${orderId} order by created_at`;

test('a shopper uploads a proof, and staff who find the full amount confirm the order', async () => {
  const { id, total } = await order();
  await prove(id, await picture());
  expect(await transfersOf(id)).toMatchObject([{ state: 'to_check', amount: total, received: null }]);
  expect(await book(id, total, 'TRX-1')).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
  expect(await transfersOf(id)).toMatchObject([{ state: 'booked', received: total }]);
});

test('a second proof replaces the pending one, and its picture is kept', async () => {
  const { id } = await order();
  const [first, second] = [await picture(), await picture()];
  await prove(id, first);
  await prove(id, second);
  expect(await transfersOf(id)).toHaveLength(1);
  await db.owner`update storage.objects set created_at = now() - interval '3 days' where name = any (${[first, second]})`;
  await db.run(server, 'select remove_unsent_photos()');
  const removed = await db.owner`
    select payload ->> 'name' as name from private.jobs where payload ->> 'name' = any (${[first, second]})`;
  expect(removed).toEqual([{ name: first }]);
});

test('an underpayment leaves the order waiting for the rest, and says so', async () => {
  const { id, total } = await order();
  expect(await book(id, total - 10.25)).toMatchObject({
    status: 'awaiting_payment',
    payment_status: 'partly_paid',
  });
  expect(await book(id, 10.25)).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
});

test('an overpayment is booked only if staff confirm it, and then is a due refund whose method staff choose', async () => {
  const { id, total } = await order();
  await expect(book(id, total + 20)).rejects.toMatchObject({ detail: 'more_than_owed' });
  await book(id, total - 10);
  await expect(book(id, total - 10)).rejects.toMatchObject({ detail: 'more_than_owed' });
  expect(await book(id, 30, '', true)).toMatchObject({ status: 'confirmed', payment_status: 'refund_due' });
  const refunds = await db.owner`select amount::float, state::text, way from refunds where order_id = ${id}`;
  expect(refunds).toEqual([{ amount: 20, state: 'due', way: null }]);
});

test('the same transfer is booked once, for whichever order somebody finds it', async () => {
  const [one, other] = [await order(), await order()];
  await book(one.id, one.total, 'TRX-2');
  await expect(book(other.id, other.total, ' TRX-2 ')).rejects.toMatchObject({ detail: 'transfer_booked' });
  await expect(book(one.id, one.total, 'TRX-3')).rejects.toMatchObject({ detail: 'not_payable' });
});

test.each([
  ['FT24009999', 'ft24009999'],
  ['FT2400 7777', 'FT24007777'],
  ['2400٥٥٥٥', '24005555'],
  ['24006666', '24006666\u200f'],
  ['ＦＴ１２', 'ft\u00a012'],
])(
  'a transfer %s is the same as %s, for whichever order and booking function it is used',
  async (first, again) => {
    const [one, other] = [await order(), await order()];
    await book(one.id, one.total, first);
    await expect(book(other.id, other.total, again)).rejects.toMatchObject({ detail: 'transfer_booked' });
    await expect(
      admin.run("select record_payment($1::text::uuid, 'paid', $2)", [other.id, again]),
    ).rejects.toMatchObject({ detail: 'transfer_booked' });
  },
);

test('two people who book the same transfer at once book it once', async () => {
  const orders = await Promise.all([order(), order(), order()]);
  const ends = await Promise.allSettled(orders.map(({ id, total }) => book(id, total, 'FT 2400 1')));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('staff reject a proof with a reason, and the shopper uploads another', async () => {
  const { id } = await order();
  await prove(id, await picture());
  const [transfer] = await db.owner`select id from transfers where order_id = ${id}`;
  const refuse = (reason: string) =>
    admin.run('select reject_transfer($1::text::uuid, $2)', [transfer?.id, reason]);
  await expect(refuse('  ')).rejects.toMatchObject({ detail: 'reason_required' });
  await refuse('It is not on our account');
  await expect(refuse('Again')).rejects.toMatchObject({ detail: 'transfer_checked' });
  await prove(id, await picture());
  expect(await transfersOf(id)).toMatchObject([
    { state: 'rejected', answer: 'It is not on our account' },
    { state: 'to_check' },
  ]);
});

test.each([0, -5, 10.001, 'much'])('an amount of %s is refused', async (amount) => {
  const { id } = await order();
  await expect(
    admin.run('select book_transfer($1::text::uuid, $2::text::numeric)', [id, String(amount)]),
  ).rejects.toThrow();
  const [row] = await db.owner`select received::float from orders where id = ${id}`;
  expect(row).toEqual({ received: 0 });
});

test('only an order that awaits a transfer accepts a proof, and only a picture of the shopper’s own', async () => {
  const cash = await buy();
  await expect(prove(cash.id, await picture())).rejects.toMatchObject({ detail: 'not_payable' });
  const { id } = await order();
  await expect(prove(id, `${store.tenantId}/${admin.id}/a.webp`)).rejects.toMatchObject({
    detail: 'invalid_photos',
  });
  await expect(shopper.run("select send_transfer_proof($1::text::uuid, '{}')", [id])).rejects.toMatchObject({
    detail: 'invalid_photos',
  });
});

test('a rejected proof is reported in a mail and in the order’s history', async () => {
  const { id } = await order();
  await prove(id, await picture());
  const [proof] = await db.owner`select id from transfers where order_id = ${id}`;
  await admin.run("select reject_transfer($1::text::uuid, 'It cannot be read')", [String(proof?.id)]);
  expect(
    await shopper.run(
      'select actor, note, remark from order_events where order_id = $1::text::uuid and remark is not null',
      [id],
    ),
  ).toEqual([{ actor: 'staff', note: 'It cannot be read', remark: { code: 'transfer_rejected' } }]);
  await db.owner`update private.jobs set run_at = now() from order_notifications message where message.id::text = key and message.order_id = ${id}`;
  const mails = await call<{ kind: string; note: string; remark: string | null }[]>(db, server, takeMails);
  expect(mails.filter(({ kind }) => kind === 'note')).toMatchObject([
    { note: 'It cannot be read', remark: 'transfer_rejected' },
  ]);
});
