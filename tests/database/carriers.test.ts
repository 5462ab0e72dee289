import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Refusal, refusalText } from '../../app/lib/refusal.ts';
import { type CarrierStore, startCarrierStore } from '../support/carrier-store.ts';
import { locksExpire } from '../support/dying-process.ts';
import { address, freshTenant } from './store.ts';

let shop: CarrierStore;

beforeAll(async () => {
  shop = await startCarrierStore(freshTenant());
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.bosta.misbehave = [];
  shop.mylerz.misbehave = [];
});

const createdAt = () => shop.bosta.calls.filter((call) => call === 'POST /deliveries').length;
const packedAt = async (city: string, governorate = 'Cairo', street = '9 Road 233') =>
  (await shop.packed({ address: { ...address, city, governorate, street } })).shipment;
/** A shipment registered at Bosta. */
const booked = async (changes: Record<string, unknown> = {}) => {
  const { shipment, order } = await shop.packed(changes);
  expect(await shop.book('bosta', [shipment])).toEqual(['']);
  return { shipment, order, delivery: shop.deliveryOf(shipment) };
};

describe('creating a shipment at a carrier', () => {
  test('sends its cash, address and district, and stores the carrier’s number and tracking page', async () => {
    const { shipment, number } = await shop.packed();
    expect(await shop.book('bosta', [shipment])).toEqual(['']);
    const delivery = shop.deliveryOf(shipment);
    expect(delivery.asked).toMatchObject({
      type: 10,
      cod: 280,
      dropOffAddress: { city: 'Cairo', districtId: 'maadi', firstLine: '9 Road 233' },
      receiver: { firstName: 'Mona', lastName: 'Adel', phone: '01012345678' },
      businessReference: `${number}/1`,
      uniqueBusinessReference: shipment,
      webhookUrl: 'https://shop.example/carriers/bosta/callback',
      webhookCustomHeaders: { Authorization: `Bearer ${shop.bosta.webhookSecret}` },
    });
    expect(await shop.shipment(shipment)).toMatchObject({
      state: 'packed',
      carrier: 'bosta',
      carrier_name: 'Bosta',
      tracking_number: delivery.trackingNumber,
      tracking_url: expect.stringContaining(delivery.trackingNumber),
    });
    expect(await shop.booking(shipment)).toMatchObject({ state: 'booked', problem: null });
  });

  test('asks a carrier that swaps at the door to collect the items of an exchange', async () => {
    const [old, fresh] = [await shop.packed(), await shop.packed()];
    const sql = shop.backend.owner;
    const { tenantId } = shop.store;
    await sql`update settings set returns = returns || '{"exchanges": "product"}' where tenant_id = ${tenantId}`;
    const [back] = await sql`
      insert into returns (tenant_id, order_id, number, kind, state, reason, requested_by, replacement_order_id)
      values (${tenantId}, ${old.order}, 1, 'exchange', 'approved', 'Too warm', 'staff', ${fresh.order}) returning id`;
    await sql`
      insert into return_lines (tenant_id, return_id, order_line_id, quantity)
      select tenant_id, ${String(back?.id)}::text::uuid, id, 1 from order_lines where order_id = ${old.order}`;
    expect(await shop.book('bosta', [fresh.shipment])).toEqual(['']);
    expect(shop.deliveryOf(fresh.shipment).asked).toMatchObject({
      type: 30,
      returnSpecs: { packageDetails: { itemsCount: 1, description: '1 × Ink hoodie' } },
    });
    const [booking] = await sql`select collects from carrier_bookings where shipment_id = ${fresh.shipment}`;
    expect(booking).toEqual({ collects: true });
    await sql`delete from returns where id = ${String(back?.id)}::text::uuid`;
  });

  test('happens once, however often and from however many processes it is requested', async () => {
    const { shipment } = await shop.packed();
    const before = createdAt();
    await Promise.all([
      ...Array.from({ length: 4 }, () => shop.book('bosta', [shipment])),
      ...Array.from({ length: 4 }, () => shop.carriers.book()),
    ]);
    await shop.later();
    await shop.carriers.book();
    expect(await shop.book('bosta', [shipment])).toEqual(['']);
    expect(createdAt()).toBe(before + 1);
  });

  test.each(['lost', 'slow', 'garbage'] as const)(
    'looks it up before repeating after the response %s',
    async (fault) => {
      const { shipment } = await shop.packed();
      shop.bosta.misbehave = [fault];
      expect(await shop.book('bosta', [shipment])).toEqual(['carrier_unreachable']);
      expect(await shop.booking(shipment)).toMatchObject({ state: 'asked', problem: 'carrier_unreachable' });
      const before = createdAt();
      await shop.later();
      await shop.carriers.book();
      expect(await shop.booking(shipment)).toMatchObject({ state: 'booked', problem: null });
      expect(createdAt()).toBe(before);
      expect(await shop.shipment(shipment)).toMatchObject({
        tracking_number: shop.deliveryOf(shipment).trackingNumber,
      });
    },
  );

  test('happens once if the process dies after the carrier has created it', async () => {
    const { shipment } = await shop.packed();
    const service = shop.backend.client({ key: shop.backend.secretKey });
    await service
      .rpc('book_shipments', { p_shipment_ids: [shipment], p_carrier: 'bosta', p_carrier_name: 'Bosta' })
      .throwOnError();
    const before = createdAt();
    const isCreated = () => createdAt() > before;
    void shop.dyingCarriers(isCreated).book([shipment]);
    await expect.poll(isCreated).toBe(true);
    // Another process cannot know yet that it is dead.
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'asked' });
    await locksExpire(shop.backend, 'book_shipment');
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'booked', problem: null });
    expect(createdAt()).toBe(before + 1);
    expect(await shop.shipment(shipment)).toMatchObject({
      tracking_number: shop.deliveryOf(shipment).trackingNumber,
    });
  });

  test.each(['500', '429'] as const)('is retried automatically after a %s', async (fault) => {
    const { shipment } = await shop.packed();
    shop.bosta.misbehave = [fault];
    expect(await shop.book('bosta', [shipment])).toEqual(['carrier_unreachable']);
    await shop.later();
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'booked' });
    expect(shop.bosta.deliveries.filter((one) => one.uniqueBusinessReference === shipment)).toHaveLength(1);
  });

  test('is refused with a message before the carrier is called: unknown districts, too much cash, short streets', async () => {
    const before = createdAt();
    const nowhere = await packedAt('Atlantis');
    const far = await packedAt('Far Away');
    const short = await packedAt('Maadi', 'Cairo', '9 Rd');
    const rich = (await shop.packed()).shipment;
    await shop.backend.owner`update shipments set cash_due = 30000.01 where id = ${rich}`;
    expect(await shop.book('bosta', [nowhere, far, short, rich])).toEqual([
      ...[
        'carrier_unknown_district',
        'carrier_unknown_district',
        'carrier_bad_address',
        'carrier_too_much_cash',
      ],
    ]);
    await shop.backend.owner`update shipments set cash_due = 280 where id = ${rich}`;
    expect(createdAt()).toBe(before);
    // Once corrected, each can be booked again.
    expect(await shop.book('bosta', [nowhere, rich], { [nowhere]: 'nasr' })).toEqual(['', '']);
    expect(shop.deliveryOf(nowhere).asked).toMatchObject({ dropOffAddress: { districtId: 'nasr' } });
    const refused = await shop.book('bosta', [short], { [short]: 'moon' });
    expect(refused).toEqual(['carrier_unknown_district']);
  });

  test.each([
    [3002, 'carrier_unknown_district', 'This courier does not know where Maadi is. Choose its district.'],
    [3007, 'carrier_too_much_cash', 'This courier collects up to 30,000 EGP for a parcel.'],
    [1028, 'carrier_refused', 'The courier does not take the key of this store’s account.'],
    [4711, 'carrier_refused', 'The courier refused this: Error 4711'],
  ])(
    'rejected by the carrier with code %i says why, and can be tried again',
    async (code, refusal, sentence) => {
      const { shipment } = await shop.packed();
      await shop.carriers.refreshAreas();
      shop.bosta.misbehave = [code];
      expect(await shop.book('bosta', [shipment])).toEqual([refusal]);
      const [stored] = await shop.backend.owner<{ problem: Refusal }[]>`
      select problem from carrier_bookings where shipment_id = ${shipment}`;
      expect(stored && refusalText(stored.problem)).toContain(sentence);
      expect(await shop.book('bosta', [shipment])).toEqual(['']);
    },
  );

  test('tolerates spellings of a district, in both scripts, but never guesses between two', async () => {
    const [written, arabic, spelled, two] = await Promise.all([
      packedAt('el-MAADI'),
      packedAt('مدينه نصر'),
      packedAt('Nassr City'),
      packedAt('٦ أكتوبر', 'Giza'),
    ]);
    const shipments = [written, arabic, spelled, two].flatMap((shipment) => shipment ?? []);
    expect(await shop.book('bosta', shipments)).toEqual(['', '', '', 'carrier_unknown_district']);
    const districtOf = (shipment = '') =>
      (shop.deliveryOf(shipment).asked.dropOffAddress as Record<string, unknown>).districtId;
    expect([districtOf(written), districtOf(arabic), districtOf(spelled)]).toEqual(['maadi', 'nasr', 'nasr']);
  });

  test('is only for staff, and for shipments in the store without another carrier', async () => {
    const { shipment } = await shop.packed();
    const request = { carrier: 'bosta', shipments: [shipment], request: crypto.randomUUID() };
    expect((await shop.ask('POST', '/carriers/book', request, '')).status).toBe(401);
    expect((await shop.ask('POST', '/carriers/book', request, await shop.token('user'))).status).toBe(404);
    await shop.backend.owner`update shipments set tracking_number = 'BY-HAND' where id = ${shipment}`;
    expect(await shop.book('bosta', [shipment])).toEqual(['shipment_numbered']);
    const other = await booked();
    expect(await shop.book('mylerz', [other.shipment])).toEqual(['shipment_booked']);
  });

  test('data sent to the carrier cannot change until the shipment is unpacked, which cancels it there', async () => {
    const { shipment, delivery } = await booked();
    const service = shop.backend.client({ key: shop.backend.secretKey });
    const changed = await service.rpc('change_shipment', {
      p_shipment_id: shipment,
      p_changes: { cash_due: 5 },
    });
    expect(changed.error?.details).toBe('shipment_booked');
    await service.rpc('move_shipments', { p_shipment_ids: [shipment], p_state: 'cancelled' }).throwOnError();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'to_cancel' });
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'cancelled' });
    expect(delivery.state.code).toBe(48);
  });

  test('a shipment unpacked before the carrier has responded is looked up and cancelled there', async () => {
    const { shipment } = await shop.packed();
    shop.bosta.misbehave = ['lost'];
    await shop.book('bosta', [shipment]);
    const service = shop.backend.client({ key: shop.backend.secretKey });
    await service.rpc('move_shipments', { p_shipment_ids: [shipment], p_state: 'cancelled' }).throwOnError();
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'cancelled' });
    expect(shop.deliveryOf(shipment).state.code).toBe(48);
  });
});

describe('a Bosta callback', () => {
  test('is read again and booked: in transit, a failed attempt with its reason, and delivered with its cash', async () => {
    const { shipment, delivery } = await booked();
    for (const code of [20, 21, 24, 41])
      expect(await shop.callBack(shop.bosta.move(delivery, code))).toBe(200);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'out_for_delivery', status: 'shipped' });
    await shop.callBack(shop.bosta.move(delivery, 47, { exceptionReason: 'Not answering' }));
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'attempt_failed', attempts: 1 });
    await shop.callBack(shop.bosta.move(delivery, 41));
    await shop.callBack(shop.bosta.move(delivery, 45));
    expect(await shop.shipment(shipment)).toMatchObject({
      ...{ state: 'delivered', cash_collected: 280, payment_status: 'with_carrier' },
    });
  });

  test('counts once when it arrives twice, at once or later', async () => {
    const { shipment, delivery } = await booked();
    shop.bosta.move(delivery, 41);
    shop.bosta.move(delivery, 47);
    await Promise.all([shop.callBack(delivery), shop.callBack(delivery), shop.callBack(delivery)]);
    // Bosta's other news about the shipment does not count as an attempt.
    delivery.updatedAt = new Date(Date.parse(delivery.updatedAt) + 1000).toISOString();
    delivery.timeline.pop();
    await shop.callBack(delivery);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'attempt_failed', attempts: 1 });
    shop.bosta.move(delivery, 41);
    await shop.callBack(delivery);
    await shop.callBack(shop.bosta.move(delivery, 47));
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'attempt_failed', attempts: 2 });
  });

  test('never moves a shipment backwards when an older callback arrives late', async () => {
    const { shipment, delivery } = await booked();
    const old = { ...shop.bosta.move(delivery, 24) };
    await shop.callBack(shop.bosta.move(delivery, 45));
    expect(await shop.callBack(old)).toBe(200);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'delivered' });
  });

  test('46 is returned to sender, not delivered: no cash, no points, nothing owed', async () => {
    const { shipment, delivery } = await booked();
    await shop.callBack(shop.bosta.move(delivery, 41));
    await shop.callBack(shop.bosta.move(delivery, 41, { kind: 'RTO' }));
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'returning' });
    await shop.callBack(shop.bosta.move(delivery, 46));
    expect(await shop.shipment(shipment)).toMatchObject({
      ...{
        state: 'returned_to_sender',
        status: 'returned_to_sender',
        cash_collected: null,
        queues: ['returned_to_sender'],
      },
    });
  });

  test('46 after 45 leaves it delivered with its cash, and the order waits for a person', async () => {
    const { shipment, delivery } = await booked();
    for (const state of [21, 41, 45, 46]) await shop.callBack(shop.bosta.move(delivery, state));
    expect(await shop.shipment(shipment)).toMatchObject({
      ...{ state: 'delivered', cash_collected: 280, queues: ['returned_to_sender', 'cash_outstanding'] },
    });
  });

  test('an unknown state changes nothing and waits for a person', async () => {
    const { shipment, delivery } = await booked();
    await shop.callBack(shop.bosta.move(delivery, 30));
    await shop.callBack(shop.bosta.move(delivery, 777));
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'in_transit', queues: ['attempt_failed'] });
    await shop.callBack(shop.bosta.move(delivery, 41));
    expect(await shop.shipment(shipment)).toMatchObject({
      state: 'out_for_delivery',
      queues: ['on_the_way'],
    });
  });

  test('with a wrong secret, or about no shipment of the stores, changes nothing and is logged', async () => {
    const { shipment, delivery } = await booked();
    shop.bosta.move(delivery, 45);
    expect(await shop.callBack(delivery, 'mine')).toBe(401);
    expect((await shop.ask('POST', '/carriers/bosta/callback', { state: 45 }, '')).status).toBe(401);
    expect(shop.logged()).toContain('lacks the carrier');
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'packed' });
    const { webhookSecret } = shop.bosta;
    const said = (body: object) => shop.ask('POST', '/carriers/bosta/callback', body, webhookSecret);
    expect(await said({ trackingNumber: '1', state: 45 })).toEqual({ status: 200, body: { known: false } });
    expect((await said({ state: 45 })).status).toBe(400);
    expect((await shop.ask('POST', '/carriers/mylerz/callback', {}, webhookSecret)).status).toBe(401);
    expect((await shop.ask('POST', '/carriers/nobody/callback', {}, webhookSecret)).status).toBe(404);
  });

  test('with a false claim books Bosta’s own state of the shipment, not the claim', async () => {
    const { shipment, delivery } = await booked();
    shop.bosta.move(delivery, 41);
    const forged = { ...delivery, state: { code: 45, value: 'Delivered' } };
    expect(await shop.callBack(forged)).toBe(200);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'out_for_delivery', cash_collected: null });
  });

  test('is retried when Bosta does not return the shipment’s state', async () => {
    const { shipment, delivery } = await booked();
    shop.bosta.move(delivery, 45);
    shop.bosta.misbehave = ['500'];
    expect(await shop.callBack(delivery)).toBe(503);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'packed' });
    expect(await shop.callBack(delivery)).toBe(200);
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'delivered' });
  });

  test('that never arrives is replaced by polling quiet shipments', async () => {
    const { shipment, delivery } = await booked();
    shop.bosta.move(delivery, 45);
    await shop.carriers.track();
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'packed' });
    await shop.later();
    await shop.carriers.track();
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'delivered' });
  });
});

describe('Mylerz', () => {
  test('creates a shipment with its cash in its own zone, and is polled for its state', async () => {
    const { shipment } = await shop.packed();
    expect(await shop.book('mylerz', [shipment])).toEqual(['']);
    const [own] = shop.mylerz.packages.filter(({ Reference }) => Reference === shipment);
    expect(own?.asked).toMatchObject({
      ...{ Neighborhood: 'MAAD', COD_Value: '280.00', Payment_Type: 'COD', Mobile_No: '01012345678' },
    });
    expect(await shop.shipment(shipment)).toMatchObject({ carrier: 'mylerz', tracking_number: own?.BarCode });
    if (own) Object.assign(own, { Status: 'Delivered, Thank you :-)', StatusDate: '2027-01-10T15:00:00' });
    await shop.later();
    await shop.carriers.track();
    expect(await shop.shipment(shipment)).toMatchObject({ state: 'delivered', cash_collected: 280 });
    const [row] = await shop.backend.owner`select delivered_at from shipments where id = ${shipment}`;
    expect(new Date(row?.delivered_at).toISOString()).toBe('2027-01-10T13:00:00.000Z');
  });

  test('is looked up by reference after a lost response, and signed in to again when its token has expired', async () => {
    const { shipment } = await shop.packed();
    shop.mylerz.misbehave = ['lost'];
    expect(await shop.book('mylerz', [shipment])).toEqual(['carrier_unreachable']);
    shop.mylerz.expireTokens();
    await shop.later();
    await shop.carriers.book();
    expect(await shop.booking(shipment)).toMatchObject({ state: 'booked' });
    expect(shop.mylerz.packages.filter(({ Reference }) => Reference === shipment)).toHaveLength(1);
  });

  test.each(['500', 'slow', 'garbage'] as const)(
    'creates a shipment once when it responds with %s',
    async (fault) => {
      const { shipment } = await shop.packed();
      shop.mylerz.misbehave = [fault];
      expect(await shop.book('mylerz', [shipment])).toEqual(['carrier_unreachable']);
      await shop.later();
      await shop.carriers.book();
      expect(await shop.booking(shipment)).toMatchObject({ state: 'booked', problem: null });
      expect(shop.mylerz.packages.filter(({ Reference }) => Reference === shipment)).toHaveLength(1);
    },
  );

  test('is polled again after an error, counts a state once, and never goes back to an older one', async () => {
    const { shipment } = await shop.packed();
    expect(await shop.book('mylerz', [shipment])).toEqual(['']);
    const [own] = shop.mylerz.packages.filter(({ Reference }) => Reference === shipment);
    if (!own) throw new Error('Mylerz has no shipment');
    const track = async (Status: string, StatusDate: string, fault?: '500') => {
      Object.assign(own, { Status, StatusDate });
      await shop.later();
      shop.mylerz.misbehave = fault ? [fault] : [];
      await shop.carriers.track();
      return shop.shipment(shipment);
    };
    const delivered = ['Delivered, Thank you :-)', '2027-01-10T15:00:00'] as const;
    expect(await track('Nobody knows this state', '2027-01-09T10:00:00')).toMatchObject({ state: 'packed' });
    expect(await track(...delivered, '500')).toMatchObject({ state: 'packed' });
    for (let times = 0; times < 2; times += 1)
      expect(await track(...delivered)).toMatchObject({ state: 'delivered', cash_collected: 280 });
    expect(await track('Nobody knows this state', '2027-01-08T10:00:00')).toMatchObject({
      state: 'delivered',
      cash_collected: 280,
    });
  });

  test('rejects with its own message, and the shipment can be retried', async () => {
    const { shipment } = await shop.packed();
    shop.mylerz.misbehave = ['refuse'];
    expect(await shop.book('mylerz', [shipment])).toEqual(['carrier_refused']);
    const [row] = await shop.backend
      .owner`select problem ->> 'message' as said from carrier_bookings where shipment_id = ${shipment}`;
    expect(row?.said).toBe('The courier refused this: Zone is not served');
    expect(await shop.book('mylerz', [shipment])).toEqual(['']);
  });
});

describe('labels, pickups and accounts', () => {
  test('one file has the labels of shipments of several carriers, only for staff', async () => {
    const first = await booked();
    const { shipment } = await shop.packed();
    await shop.book('mylerz', [shipment]);
    const asked = { shipments: [first.shipment, shipment] };
    const { status, body } = await shop.ask('POST', '/carriers/labels', asked);
    expect(status).toBe(200);
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    expect((await PDFDocument.load(body as Buffer)).getPageCount()).toBe(2);
    expect((await shop.ask('POST', '/carriers/labels', asked, await shop.token('user'))).status).toBe(404);
  });

  test('a pickup is booked once a day, on days that the carrier offers, and otherwise refused with the reason', async () => {
    const { tenantId: store } = shop.store;
    const { body } = await shop.ask('GET', `/carriers/days?store=${store}&carrier=bosta`);
    const [day = ''] = (body as { days: string[] }).days;
    const pickUp = (on: string) =>
      shop.ask('POST', '/carriers/pickups', { store, carrier: 'bosta', day: on });
    expect((await pickUp(day)).status).toBe(200);
    expect((await pickUp(day)).status).toBe(200);
    expect(shop.bosta.pickups.filter((one) => one.scheduledDate === day)).toHaveLength(1);
    const friday = await pickUp('2030-03-01');
    const why = (reason: string) => ({
      status: 409,
      body: { details: 'carrier_refused', hint: JSON.stringify({ reason }) },
    });
    expect(friday).toMatchObject(why('pickup_friday'));
    shop.bosta.misbehave = [2022];
    expect(await pickUp('2030-03-03')).toMatchObject(why('pickup_holiday'));
    const shopper = await shop.token('user');
    const stranger = await shop.ask('POST', '/carriers/pickups', { store, carrier: 'bosta', day }, shopper);
    expect(stranger.status).toBe(403);
  });

  test('staff see which carriers their store has an account with', async () => {
    const { body } = await shop.ask('GET', `/carriers?store=${shop.store.tenantId}`);
    expect(body).toMatchObject({
      carriers: [
        { code: 'bosta', configured: true, calls_back: true, has_pickups: true },
        { code: 'mylerz', configured: true, calls_back: false, has_pickups: false },
      ],
    });
  });

  test('districts are stored with their governorates, and an empty list removes none', async () => {
    await shop.carriers.refreshAreas();
    const rows = await shop.backend.owner`
      select district_id, governorate::text, delivers from carrier_areas where carrier = 'bosta' order by district_id`;
    expect(rows).toContainEqual({ district_id: 'maadi', governorate: 'Cairo', delivers: true });
    expect(rows).toContainEqual({ district_id: 'far', governorate: 'Cairo', delivers: false });
    expect(rows).toContainEqual({ district_id: 'dokki', governorate: 'Giza', delivers: true });
    const service = shop.backend.client({ key: shop.backend.secretKey });
    await service.rpc('store_carrier_areas', { p_carrier: 'bosta', p_areas: [] }).throwOnError();
    expect(await shop.backend.owner`select 1 from carrier_areas where carrier = 'bosta'`).toHaveLength(
      rows.length,
    );
  });
});
