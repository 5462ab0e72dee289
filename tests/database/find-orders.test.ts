import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import {
  address,
  freshTenant,
  makeStore,
  move,
  orderOf,
  type PlacedOrder,
  place,
  setStock,
} from './store.ts';

interface Found {
  tenant_id: string;
  id: string;
  number: string;
  about: string;
  found_by: string;
}

storeForEachTest();
beforeEach(() => setStock(db, store.hoodieId, 100));

const find = (text: string, who: Person = admin, stores = [store.tenantId]) =>
  who.value<Found[]>(
    "select coalesce(jsonb_agg(to_jsonb(found)), '[]') as value from find_orders($1, $2) found",
    [stores, text],
  );
const foundBy = async (order: PlacedOrder, text: string) =>
  (await find(text)).find(({ id }) => id === order.id)?.found_by;

describe('staff find an order by', () => {
  test('its number and a part of a name, in either script', async () => {
    await db.owner`update profiles set name = 'أحمد السيّد' where id = ${shopper.id}`;
    const order = await buy({ address: { ...address, full_name: 'Mona Fathy' } });
    expect(await find(order.number)).toEqual([
      {
        ...{ tenant_id: store.tenantId, id: order.id, number: order.number },
        ...{ about: 'أحمد السيّد, Mona Fathy', found_by: '' },
      },
    ]);
    for (const part of ['احمد', 'السيد', 'mona', 'ona fat']) expect(await foundBy(order, part)).toBe('');
  });

  test('what was ordered: a name in either language, a SKU', async () => {
    await db.owner`
      update products set translations = jsonb_build_object('ar', jsonb_build_object('name', 'هودي كلاسيك')) where id = ${store.hoodieId}`;
    await db.owner`
      update product_variants set sku = 'HD-77-' || left(id::text, 4) where product_id = ${store.hoodieId}`;
    const order = await buy();
    const [line] = await db.owner`select name from order_lines where order_id = ${order.id}`;
    expect(await foundBy(order, 'هودي')).toBe(line?.name);
    expect(await foundBy(order, String(line?.name).toUpperCase())).toBe(line?.name);
    expect(await foundBy(order, 'hd-77')).toMatch(/^HD-77/);
  });

  test('where it goes: the city and every spelling of the governorate, in both scripts', async () => {
    const order = await buy({ address: { ...address, governorate: 'Beheira', city: 'Damanhour' } });
    for (const place of ['damanhour', 'دمنهور', 'البحيرة', 'بحيره', 'Behira'])
      expect(await foundBy(order, place), place).toBe('Damanhour');
  });

  test('the number of a shipment, also once it is corrected, an invoice and a payment’s reference', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    await admin.run(`select record_payment($1::text::uuid, 'paid', 'IPN 5512 88')`, [order.id]);
    expect(await foundBy(order, 'ipn 5512')).toBe('IPN 5512 88');
    const [invoice] = await db.owner`select code from invoices where order_id = ${order.id}`;
    expect(await foundBy(order, String(invoice?.code))).toBe(invoice?.code);
    await move(db, admin.identity, order.id, 'in_production', 'shipped');
    await db.owner`update shipments set tracking_number = 'TRK100200' where order_id = ${order.id}`;
    expect(await foundBy(order, 'trk1002')).toBe('TRK100200');
    await db.owner`update shipments set tracking_number = 'TRK300400' where order_id = ${order.id}`;
    expect(await foundBy(order, 'trk1002')).toBeUndefined();
    expect(await foundBy(order, '300400')).toBe('TRK300400');
  });
});

test('signs that a pattern knows are letters of the text', async () => {
  const order = await buy({ address: { ...address, city: '50%_off' } });
  expect(await foundBy(order, '50%_off')).toBe('50%_off');
  expect(await foundBy(order, '5%f')).toBeUndefined();
  expect(await foundBy(order, "o'neill")).toBeUndefined();
});

test('orders are found in all stores where somebody may see orders, and in no other', async () => {
  const other = await makeStore(db, freshTenant());
  await setStock(db, other.hoodieId, 100);
  const buyer = await makePerson(db, other.tenantId);
  const [here, there] = [await buy(), await place(db, buyer.identity, orderOf(other))];
  const [line] = await db.owner`select name from order_lines where order_id = ${here.id}`;
  const both = [store.tenantId, other.tenantId];
  const idsOf = async () => (await find(String(line?.name), admin, both)).map(({ id }) => id);
  expect(await idsOf()).toEqual([here.id]);
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${admin.id}, ${other.tenantId}, 'admin')`;
  expect(await idsOf()).toEqual([there.id, here.id]);
  expect(
    await shopper.refusal('select * from find_orders($1, $2)', [[store.tenantId], 'hoodie']),
  ).toMatchObject({ code: '42501' });
});

test('once a customer’s data is erased, their order is found by its goods and governorate alone', async () => {
  const order = await buy({ address: { ...address, full_name: 'Mona Fathy', city: 'Maadi' } });
  await move(db, admin.identity, order.id, 'cancelled');
  await db.owner`update profiles set name = 'Nadia' where id = ${shopper.id}`;
  await db.run({ role: 'service_role', claims: {} }, 'select delete_account($1, $2::text::uuid)', [
    store.tenantId,
    shopper.id,
  ]);
  for (const gone of ['mona', 'maadi', 'المعادي', address.phone])
    expect(await foundBy(order, gone)).toBeUndefined();
  expect(await foundBy(order, order.number)).toBe('');
});
