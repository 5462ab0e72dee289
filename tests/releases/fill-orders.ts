import { orderWithEverything } from '../database/after-sale.ts';
import { address, designOf, move, orderOf, type PlacedOrder, type Store } from '../database/store.ts';
import { openDesk, piecesOf } from './desk.ts';
import { type Member, type People, uploadPicture } from './fill-people.ts';
import { type Shop, TENANT } from './shop.ts';

/** Creates an order in each state, with shipments, returns, refunds, edits, payments, prints and documents. */
export async function fillOrders(shop: Shop, store: Store, people: People): Promise<void> {
  await waitingOrders(shop, store, people);
  await sentOrders(shop, store, people);
  await returnedOrders(shop, store, people);
  await orderWithEverything(shop.db, store, people.shopper, people.staff);
  await serverWork(shop);
}

/** Orders that wait for payment, staff, the printer or the carrier, and a cancelled one. */
async function waitingOrders(shop: Shop, store: Store, people: People): Promise<void> {
  const { as, office, buy, inProduction, pack } = openDesk({ db: shop.db, store, staff: people.staff });
  const { shopper, friend, staff } = people;
  await buy(shopper, 2, { discount_code: 'TEN', points: 50, note: 'اتركوه عند البواب' });
  const slot = { slot_id: store.slotId, slot_date: store.slotDate };
  const wrong = await buy(friend, 1, { ...slot, shipping_method: 'standard' });
  await as(friend, "select to_jsonb(cancel_order($1::text::uuid, 'Changed my mind')) as value", wrong.id);
  await buy(friend, 1, slot);

  const transfer = await buy(shopper, 1, { payment_method: 'bank_transfer' });
  const proof = `${TENANT}/${shopper.id}/transfer.webp`;
  await uploadPicture(shopper.client, 'order-photos', proof, '#0a0');
  await as(
    shopper,
    "select to_jsonb(send_transfer_proof($1::text::uuid, array[$2], 'من محفظتي')) as value",
    transfer.id,
    proof,
  );
  const booked = await buy(friend, 1, { payment_method: 'bank_transfer' });
  await office(
    "select to_jsonb(book_transfer($1::text::uuid, $2::text::numeric, 'TRX-1')) as value",
    booked.id,
    booked.total,
  );
  await payOnline(shop, await buy(friend, 1, { payment_method: 'online' }), friend, { isPaid: false });
  await payOnline(shop, await buy(shopper, 2, { payment_method: 'online' }), shopper, { isPaid: true });

  const phoned = orderOf(store, {
    channel: 'phone',
    customer: { name: 'Karim Nabil', phone: '01055555555' },
    manual_discount: { amount: 10, reason: 'A friend of the house' },
  });
  await office('select to_jsonb(place_order_for($1::text::jsonb)) as value', phoned);

  const picture = `${TENANT}/${shopper.id}/${crypto.randomUUID()}.webp`;
  await uploadPicture(shopper.client, 'designs', picture, '#fa0');
  const design = designOf(['Souk', 'سوق'], [`designs:${picture}`]);
  await shopper.client.from('customizations').insert({ tenant_id: TENANT, design }).throwOnError();
  const printed = await inProduction(shopper, 1, {
    lines: [{ quantity: 3, size: 'L', color: 'Black', design }],
  });
  await office('select mark_printed($1::text::jsonb) as value', piecesOf(printed, 2));
  await office("select mark_printed($1::text::jsonb, 'Colours off') as value", piecesOf(printed, 1));
  const file = `${TENANT}/${printed.id}/front.png`;
  await shop.admin.storage.from('print-files').upload(file, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), {
    contentType: 'image/png',
  });

  const edited = await buy(friend, 2);
  const edit = await office<string>(
    "select (edit_order($1::text::uuid, $2::text::jsonb, 'They rang')).id as value",
    edited.id,
    { add: [{ product_id: store.mugId, quantity: 1 }] },
  );
  await as(friend, 'select to_jsonb(decide_edit($1::text::uuid, false)) as value', edit);
  await office("select add_order_note($1::text::uuid, 'Call before noon') as value", edited.id);

  const packed = await pack(await inProduction(shopper, 1, { address }), null);
  await office(
    "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from book_shipments(array[$1::text::uuid], 'bosta', 'Bosta') answer",
    packed.id,
  );
  const cut = await inProduction(friend, 3);
  await office(
    "select to_jsonb(cancel_pieces($1::text::uuid, $2::text::jsonb, 'One is stained')) as value",
    cut.id,
    piecesOf(cut, 1),
  );
  const called = await buy(friend, 1);
  await move(shop.db, staff.identity, called.id, 'cancelled');
}

/** Starts the card payment of an order and has the provider report it as paid. */
async function payOnline(
  { admin }: Shop,
  order: PlacedOrder,
  who: Member,
  { isPaid }: { isPaid: boolean },
): Promise<void> {
  const started = await admin
    .rpc('payment_to_start', { p_order_id: order.id, p_user_id: who.id })
    .throwOnError();
  const { id } = started.data;
  const session = `cs_${order.number}`;
  const page = `https://pay.example/${session}`;
  await admin
    .rpc('payment_opened', { p_payment_id: id, p_session_id: session, p_session_url: page })
    .throwOnError();
  if (!isPaid) return;
  await admin
    .rpc('record_payment_event', {
      p_event_id: `evt_${session}`,
      p_kind: 'checkout.session.completed',
      p_outcome: 'paid',
      p_payment_id: id,
      p_session_id: session,
      p_transaction_id: `pi_${session}`,
      p_amount: order.total,
      p_currency: 'EGP',
    })
    .throwOnError();
}

/** Orders with shipments in transit, delivered, returned to sender or lost, and the carrier's settlement. */
async function sentOrders(shop: Shop, store: Store, people: People): Promise<void> {
  const { office, inProduction, pack, moveShipment, arrived } = openDesk({
    db: shop.db,
    store,
    staff: people.staff,
  });
  const { shopper, friend } = people;
  const first = async (order: PlacedOrder, tracking: string) =>
    pack(order, piecesOf(order, 1), { carrier_name: 'Nile Riders', tracking_number: tracking });

  await moveShipment(await first(await inProduction(shopper, 3), 'NR-1'), 'handed_over');
  const whole = await inProduction(friend, 2);
  await moveShipment(await pack(whole, null, { tracking_number: 'NR-2' }), 'handed_over', 'in_transit');
  const partly = await inProduction(shopper, 2);
  await moveShipment(await first(partly, 'NR-3'), 'handed_over', 'delivered');
  await moveShipment(await pack(partly, null, { tracking_number: 'NR-4' }), 'handed_over', 'attempt_failed');
  const refused = await inProduction(friend, 1);
  await moveShipment(
    await pack(refused, null, { tracking_number: 'NR-5' }),
    'handed_over',
    'returning',
    'returned_to_sender',
  );
  const near = await inProduction(shopper, 1);
  await moveShipment(await pack(near, null, { tracking_number: 'NR-16' }), 'handed_over', 'out_for_delivery');
  const turned = await inProduction(friend, 1);
  await moveShipment(await pack(turned, null, { tracking_number: 'NR-17' }), 'handed_over', 'returning');
  await moveShipment(await pack(await inProduction(friend, 1), null), 'cancelled');
  const lost = await inProduction(friend, 1);
  const claimed = { carrier_name: 'Nile Riders', tracking_number: 'NR-6' };
  await moveShipment(await pack(lost, null, claimed), 'handed_over', 'lost');

  const { shipment: paid } = await arrived(shopper, 1, 'NR-7');
  const { shipment: short } = await arrived(friend, 1, 'NR-8');
  await arrived(friend, 2, 'NR-9', { address: { ...address, governorate: 'Aswan', city: 'Edfu' } });
  await office('select to_jsonb(settle_statement($1, $2::text::jsonb)) as value', TENANT, {
    carrier_name: 'Nile Riders',
    lines: [
      { number: 'NR-7', amount: paid.cash_due, fee: 12.5 },
      { number: 'NR-8', amount: short.cash_due - 20, fee: 12.5 },
      { number: 'somebody’s', amount: 5 },
    ],
  });
}

/** Orders with pieces requested back, returned, replaced or refunded. */
async function returnedOrders(shop: Shop, store: Store, people: People): Promise<void> {
  const desk = openDesk({ db: shop.db, store, staff: people.staff });
  const { arrived, askReturn, decideReturn, receiveReturn } = desk;
  const { shopper, friend, newcomer } = people;

  const { order: reported } = await arrived(shopper, 2, 'NR-10');
  await askReturn(shopper, reported, 1);
  const { order: declined } = await arrived(friend, 1, 'NR-11');
  await decideReturn(await askReturn(friend, declined, 1), false);
  const { order: partly } = await arrived(shopper, 3, 'NR-12', { discount_code: 'FIFTY' });
  const one = await askReturn(shopper, partly, 1);
  await decideReturn(one, true);
  await receiveReturn(one, partly, 1);
  const { order: back } = await arrived(friend, 1, 'NR-13', { discount_code: 'SENT' });
  const all = await askReturn(friend, back, 1);
  await decideReturn(all, true);
  await desk.as(friend, "select to_jsonb(send_return($1::text::uuid, 'With the post')) as value", all);
  await receiveReturn(all, back, 1);
  await desk.sendRefunds(back);

  const { order: torn } = await arrived(friend, 1, 'NR-14');
  await decideReturn(await askReturn(friend, torn, 1, 'replacement'), true);
  const { order: small } = await arrived(shopper, 1, 'NR-15');
  await desk.as(
    shopper,
    `select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', gen_random_uuid()::text)) as value`,
    small.id,
    [{ order_line_id: small.lines[0]?.id, quantity: 1, size: 'L' }],
  );
  await shop.db
    .owner`update staff_settings set cash_rules = '{"firstOrder": "confirm"}' where tenant_id = ${TENANT}`;
  await desk.buy(newcomer, 1, { address: { ...address, full_name: 'Hoda Zaki', phone: '01066666666' } });
}

/** Background work of the server: sends notifications, reads carrier areas and books pickups. */
async function serverWork({ admin }: Shop): Promise<void> {
  const { data: jobs } = await admin
    .rpc('take_jobs', { p_kinds: ['send_email'], p_limit: 20 })
    .throwOnError();
  for (const { key } of jobs)
    await admin.rpc('order_notification_done', { p_message_id: key, p_sent: true }).throwOnError();
  await admin
    .rpc('finish_jobs', {
      p_job_ids: jobs.map(({ id }) => id),
      p_attempts: jobs.map(({ attempt }) => attempt),
    })
    .throwOnError();
  const area = { district_id: 'maadi', city_id: 'cairo', city: 'Cairo', district: 'Maadi', delivers: true };
  await admin.rpc('store_carrier_areas', { p_carrier: 'bosta', p_areas: [area] }).throwOnError();
  await admin
    .from('carrier_pickups')
    .insert({ tenant_id: TENANT, carrier: 'bosta', day: '2026-12-01', carrier_reference: 'PU-1' })
    .throwOnError();
}
