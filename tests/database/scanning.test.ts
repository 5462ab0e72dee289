import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { atOnce, worked } from './races.ts';
import { inProduction, moveShipment, pack, piecesOf, type Shipment } from './shipments.ts';
import { designOf, freshTenant, makeStore, move, type PlacedOrder, type Store, variantOf } from './store.ts';

storeForEachTest();

let packer: Person;
let nameOf: (who: Person) => string;
beforeEach(async () => {
  packer = await makePerson(db, store.tenantId, 'admin');
  nameOf = ({ id }) => `Person ${id.slice(0, 8)}`;
});

interface Scanned {
  kind: string;
  tenant_id: string;
  name: string;
  order_id: string | null;
  order_status: string;
  order_line_id: string | null;
  open_pieces: number;
  shipment_id: string | null;
  shipment_state: string | null;
  handled_by: string | null;
  open_returns: number;
}

/** What a code stands for in some stores, as a person is told; by default in the test's store. */
const scan = (code: string, who = admin, stores: Pick<Store, 'tenantId'>[] = [store]): Promise<Scanned[]> =>
  who.value("select coalesce(jsonb_agg(found), '[]') as value from find_scanned($1::text[], $2) found", [
    `{${stores.map(({ tenantId }) => tenantId)}}`,
    code,
  ]);

const claiming = 'select to_jsonb(scan_for_handover($1::text::uuid, $2)) as value';
const claim = ({ id }: Pick<Shipment, 'id'>, who = admin, carrier = '') =>
  who.value<{ shipment_id: string; scanned_by: string }>(claiming, [id, carrier]);
const claims = () => admin.run('select shipment_id, scanned_by from handover_scans');

/** Gives the hoodies that tests buy codes. */
async function codeHoodies(target: Store = store): Promise<void> {
  const variant = await variantOf(db, target.hoodieId, 'M / Black');
  await db.owner`update product_variants set sku = 'HOOD-M', barcode = '6221031490019' where id = ${variant}`;
}

const printOrder = () => buy({ lines: [{ quantity: 2, design: designOf(['Souk']), preview: null }] });

describe('a scanned code', () => {
  test('is that of an order, of a parcel by our number, and of a parcel by its carrier’s number', async () => {
    const order = await inProduction(2);
    expect(await scan(order.number.toLowerCase())).toMatchObject([
      { kind: 'order', order_id: order.id, shipment_id: null, open_pieces: 2 },
    ]);
    const { id } = await pack(order, piecesOf(order, 1), { tracking_number: 'BST-77' });
    const found = [{ kind: 'shipment', order_id: order.id, shipment_id: id, shipment_state: 'packed' }];
    expect(await scan(`${order.number}/1`)).toMatchObject(found);
    expect(await scan(' bst-77 ')).toMatchObject(found);
    expect(await scan(order.number)).toMatchObject([{ kind: 'order', shipment_id: id, open_pieces: 1 }]);
  });

  test('of a piece names the orders that wait for it, the oldest first, by SKU and by barcode', async () => {
    await codeHoodies();
    const [first, second] = [await inProduction(1), await inProduction(2)];
    for (const code of ['hood-m', '6221031490019'])
      expect(await scan(code)).toMatchObject([
        { kind: 'piece', order_id: first.id, order_line_id: first.lines[0]?.id, open_pieces: 1 },
        { kind: 'piece', order_id: second.id, open_pieces: 2 },
      ]);
    await pack(first);
    await pack(second);
    expect(await scan('HOOD-M')).toMatchObject([
      { kind: 'piece', name: 'Ink hoodie', order_id: null, open_pieces: 0 },
    ]);
  });

  test('of a print is that of its own order, even after that was cancelled', async () => {
    const order = await printOrder();
    const code = await admin.value<string>(
      'select piece_code(l) as value from order_lines l where order_id = $1::text::uuid',
      [order.id],
    );
    expect(code).toBe(`${order.number}/P1`);
    expect(await scan(code)).toMatchObject([{ kind: 'piece', order_id: order.id, open_pieces: 2 }]);
    await move(db, admin.identity, order.id, 'cancelled');
    expect(await scan(code)).toMatchObject([{ order_status: 'cancelled', open_pieces: 0 }]);
  });

  test('on a slip or label is found again: the carrier’s number if there is one, else our own', async () => {
    const order = await inProduction(2);
    await pack(order, piecesOf(order, 1), { tracking_number: 'BST-78' });
    await pack(order);
    const codes = await admin.run(
      'select shipment_code(s) as code, id from shipments s where order_id = $1::text::uuid order by number',
      [order.id],
    );
    expect(codes.map(({ code }) => code)).toEqual(['BST-78', `${order.number}/2`]);
    for (const { code, id } of codes) expect(await scan(String(code))).toMatchObject([{ shipment_id: id }]);
  });

  test.each(['', ' ', '4006381333931', 'HTTPS://EXAMPLE.COM/1', '/', 'x/P1', `'; drop table orders; --`])(
    'that is foreign finds nothing: %j',
    async (code) => {
      await inProduction(1);
      expect(await scan(code)).toEqual([]);
    },
  );

  test('of another store is not found in one’s own, and is found with its store by who works in both', async () => {
    const other = await makeStore(db, freshTenant());
    const order = await inProduction(1);
    const both = await makePerson(db, other.tenantId, 'admin');
    expect(await scan(order.number, both, [other])).toEqual([]);
    expect(await scan(order.number, both, [other, store])).toEqual([]);
    await db.owner`insert into user_roles (user_id, tenant_id, role) values (${both.id}, ${store.tenantId}, 'admin')`;
    expect(await scan(order.number, both, [other, store])).toMatchObject([{ tenant_id: store.tenantId }]);
  });

  test('says nothing to shoppers', async () => {
    const { number } = await buy();
    expect(
      await shopper.refusal('select find_scanned($1::text[], $2)', [`{${store.tenantId}}`, number]),
    ).toMatchObject({ code: '42501' });
  });

  test('tells who moved its parcel last, and whether a return is on its way', async () => {
    const order = await inProduction(1);
    const shipment = await pack(order, undefined, {}, packer);
    expect(await scan(order.number)).toMatchObject([
      { handled_by: nameOf(packer), shipment_state: 'packed' },
    ]);
    await moveShipment(shipment, 'handed_over', 'delivered');
    await shopper.run("select request_return($1::text::uuid, 'Too small', p_lines => $2::text::jsonb)", [
      order.id,
      JSON.stringify(piecesOf(order, 1)),
    ]);
    expect(await scan(`${order.number}/1`)).toMatchObject([
      { handled_by: nameOf(admin), shipment_state: 'delivered', open_returns: 0 },
    ]);
    await admin.run('select decide_return(id, true) from returns where order_id = $1::text::uuid', [
      order.id,
    ]);
    expect(await scan(`${order.number}/1`)).toMatchObject([{ open_returns: 1 }]);
  });
});

describe('a parcel scanned for its carrier', () => {
  const twice = async (shipment: Shipment, who: Person, carrier = '') =>
    who.refusal(claiming, [shipment.id, carrier]);

  test('is on that person’s list; the second person is told by whom', async () => {
    const shipment = await pack(await inProduction(1));
    await claim(shipment, packer);
    expect(await claim(shipment, packer)).toMatchObject({ scanned_by: packer.id });
    const { detail, hint } = await twice(shipment, admin);
    expect(detail).toBe('scanned_already');
    expect(JSON.parse(hint ?? '')).toMatchObject({ name: nameOf(packer), at: expect.any(String) });
    expect(await claims()).toEqual([{ shipment_id: shipment.id, scanned_by: packer.id }]);
  });

  test('by two people at once is on the list of one', async () => {
    const shipments = await atOnce(5, async () => pack(await inProduction(1)));
    for (const { id } of shipments) {
      const outcomes = await Promise.all([admin, packer].map((who) => who.attempt(claiming, [id, ''])));
      expect(outcomes.filter(worked)).toHaveLength(1);
      expect(outcomes.find((outcome) => !worked(outcome))).toMatchObject({ detail: 'scanned_already' });
    }
    expect(await claims()).toHaveLength(5);
  });

  test('is free again when it is taken off the list, when its person has left it for a day, and once handed over', async () => {
    const shipment = await pack(await inProduction(1));
    await claim(shipment, packer);
    await admin.run('select discard_handover_scans($1::text::uuid[])', [`{${shipment.id}}`]);
    expect(await claims()).toEqual([]);
    await claim(shipment, packer);
    await db.owner`update handover_scans set scanned_at = now() - interval '1 day' where shipment_id = ${shipment.id}`;
    expect(await claim(shipment)).toMatchObject({ scanned_by: admin.id });
    await moveShipment(shipment, 'handed_over');
    expect(await claims()).toEqual([]);
  });

  test('is refused once it has left or arrived, with its state, who and when', async () => {
    const shipment = await pack(await inProduction(1), undefined, {
      carrier: 'bosta',
      tracking_number: 'B-79',
    });
    await moveShipment(shipment, 'handed_over');
    const told = async () => JSON.parse((await twice(shipment, packer)).hint ?? '');
    expect(await told()).toMatchObject({ state: 'handed_over', name: nameOf(admin), reason: '' });
    await db.run(
      server,
      "select record_shipment_event($1, 'bosta', 'B-79', 'delivered', 'DELIVERED', clock_timestamp())",
      [store.tenantId],
    );
    expect(await told()).toMatchObject({ state: 'delivered', reason: 'unnamed' });
  });

  test('is refused by another carrier than its own, and one without a carrier is taken by any', async () => {
    const orders: PlacedOrder[] = [await inProduction(1), await inProduction(1)];
    const [bound, free] = [
      await pack(orders[0] as PlacedOrder, undefined, { carrier_name: 'Swift' }),
      await pack(orders[1] as PlacedOrder),
    ];
    expect(await twice(bound, admin, 'Quick Riders')).toMatchObject({ detail: 'scanned_for_other_carrier' });
    await claim(bound, admin, 'swift');
    await claim(free, admin, 'Quick Riders');
    expect(await claims()).toHaveLength(2);
  });

  test('is unknown to people of other stores and to its shopper', async () => {
    const shipment = await pack(await inProduction(1));
    const other = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, other.tenantId, 'admin');
    expect(await twice(shipment, stranger)).toMatchObject({ detail: 'unknown_shipment' });
    expect(await twice(shipment, shopper)).toMatchObject({ detail: 'unknown_shipment' });
    await claim(shipment);
    expect(await shopper.run('select * from handover_scans')).toEqual([]);
    expect(
      await stranger.refusal('select discard_handover_scans($1::text::uuid[])', [`{${shipment.id}}`]),
    ).toMatchObject({ detail: 'unknown_shipment' });
    expect(await claims()).toHaveLength(1);
  });
});
