import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { orderWithEverything } from './after-sale.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, makePerson, type Person, server } from './people.ts';
import { newCustomers, worked } from './races.ts';
import { freshTenant, makeStore, move, orderOf, place, setStock, stockOf } from './store.ts';

storeForEachTest({ tampers: true });

/** A super admin with an account of their own. */
let owner: Person;
/** A customer who is not part of the demo. */
let customer: Person;
const publicHash = 'hash of a public password';

const givePassword = (who: Person, hash: string) =>
  db.owner`update auth.users set encrypted_password = ${hash} where id = ${who.id}`;

/** Makes a person super admin. */
const ruleAll = ({ id }: Person) =>
  db.owner`insert into user_roles (user_id, role) values (${id}, 'super_admin')`;

/** Marks the store's shopper, admin, products, category and code as demo. */
async function markDemo(
  changes: Record<string, unknown> = {},
  tenantId: string = store.tenantId,
): Promise<void> {
  for (const who of [shopper, admin]) await givePassword(who, publicHash);
  const demo = {
    accounts: [shopper, admin].map(({ email }) => ({ email, password_hash: publicHash })),
    orders: [],
    products: ['Ink hoodie', 'Not yet'],
    ids: { category: [store.categoryId], discount: [store.discountId] },
    settings: { bankDetails: 'Demo bank', invoicing: { legalName: 'Demo LLC' }, translations: {} },
    files: [`product-images/${store.tenantId}/hoodie.webp`, `product-images/${store.tenantId}/hidden.webp`],
    ...changes,
  };
  await db.run(server, 'select mark_demo($1, $2::text::jsonb)', [tenantId, JSON.stringify(demo)]);
}

type Removed = {
  stores: { tenant_id: string; counts: { kind: string; fate: string; how_many: number }[] }[];
  files: number;
};
const remove = (who = owner, keepChanged = true, requestId: string = randomUUID()) =>
  who.value<Removed>('select to_jsonb(remove_demo($1::text::boolean, $2::text::uuid)) as value', [
    String(keepChanged),
    requestId,
  ]);
const countsHere = ({ stores }: Pick<Removed, 'stores'>) => {
  const counts: Record<string, Record<string, number>> = {};
  for (const { kind, fate, how_many } of stores.find(({ tenant_id }) => tenant_id === store.tenantId)
    ?.counts ?? [])
    counts[kind] = { ...counts[kind], [fate]: how_many };
  return counts;
};
const rows = async (table: string) =>
  Number(
    (await db.owner.unsafe(`select count(*) as n from ${table} where tenant_id = '${store.tenantId}'`))[0]?.n,
  );

beforeEach(async () => {
  await db.owner`delete from user_roles where tenant_id is null`;
  await db.owner`delete from private.demo_rows`;
  await db.owner`update settings set store = '{}'`;
  owner = await makePerson(db, store.tenantId, null);
  customer = await makePerson(db, store.tenantId);
  await ruleAll(owner);
  for (const name of ['hoodie', 'hidden'])
    await db.owner`insert into storage.objects (bucket_id, name) values ('product-images', ${`${store.tenantId}/${name}.webp`})`;
  await db.owner`update products set images = ${JSON.stringify([`/storage/v1/object/public/product-images/${store.tenantId}/hoodie.webp`])}::text::jsonb
    where id = ${store.hoodieId}`;
  await db.owner`update products set images = ${JSON.stringify([`/storage/v1/object/public/product-images/${store.tenantId}/hidden.webp`])}::text::jsonb
    where id = ${store.hiddenId}`;
});

describe('removing the demo', () => {
  test('removes products, people, orders in every state, their mails and pictures, and the ledgers balance', async () => {
    await orderWithEverything(db, store, shopper, admin);
    await delivered({ discount_code: 'TEN', slot_id: store.slotId, slot_date: store.slotDate });
    await shopper.run(
      "insert into reviews (tenant_id, product_id, rating, body) values ($1, $2, 4, 'Warm')",
      [store.tenantId, store.hoodieId],
    );
    await markDemo();
    const preview = await owner.value<{ stores: Removed['stores'] }>(
      'select to_jsonb(demo_summary()) as value',
    );
    const removed = await remove();
    expect(countsHere(removed)).toMatchObject({
      product: { goes: 2 },
      category: { goes: 1 },
      discount: { goes: 1 },
      account: { goes: 2 },
      review: { goes: 1 },
    });
    expect(countsHere(preview)).toEqual(countsHere(removed));
    expect(removed.files).toBe(countsHere(removed).file?.goes);
    for (const table of [
      'orders',
      'invoices',
      'order_notifications',
      'private.jobs',
      'reviews',
      'categories',
      'discounts',
    ])
      expect([table, await rows(table)]).toEqual([table, 0]);
    // The plain mug is the store's own.
    expect(await db.owner`select name from products where tenant_id = ${store.tenantId}`).toEqual([
      { name: 'Mug' },
    ]);
    expect(await db.owner`select id from auth.users where id = any (${[shopper.id, admin.id]})`).toEqual([]);
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('restocks pieces of the store’s own products', async () => {
    await markDemo();
    await buy({ lines: [{ product_id: store.mugId, quantity: 2 }] });
    expect(await stockOf(db, store.mugId)).toBe(3);
    await remove();
    expect(await stockOf(db, store.mugId)).toBe(5);
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('keeps a customer’s order with its product, no longer sold, and the code that it used', async () => {
    await markDemo();
    const order = await place(
      db,
      customer.identity,
      orderOf(store, { discount_code: 'TEN', slot_id: store.slotId, slot_date: store.slotDate }),
    );
    const counts = countsHere(await remove());
    expect(counts).toMatchObject({
      product: { goes: 1, ordered: 1 },
      category: { used: 1 },
      discount: { ordered: 1 },
    });
    expect(await db.owner`select name, is_active from products where id = ${store.hoodieId}`).toEqual([
      { name: 'Ink hoodie', is_active: false },
    ]);
    const [code] = await db.owner`select is_active from discounts where id = ${store.discountId}`;
    expect(code).toEqual({ is_active: false });
    const own = await customer.run('select name, product_id, image from order_lines where order_id = $1', [
      order.id,
    ]);
    expect(own).toEqual([
      { name: 'Ink hoodie', product_id: store.hoodieId, image: expect.stringContaining('hoodie.webp') },
    ]);
    // The kept product's picture stays; the removed product's goes.
    const queued = await db.owner`
      select payload ->> 'name' as name from private.jobs where payload ->> 'name' like ${`${store.tenantId}/%`}`;
    expect(queued).toEqual([{ name: `${store.tenantId}/hidden.webp` }]);
    const staff = await makePerson(db, store.tenantId, 'admin');
    await move(db, staff.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('numbers invoices from 1 again if only the demo had some, and continues if others were issued', async () => {
    await delivered();
    const own = await place(db, customer.identity, orderOf(store));
    await move(db, admin.identity, own.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await markDemo();
    await remove();
    expect(await db.owner`select number from invoices where tenant_id = ${store.tenantId}`).toEqual([
      { number: 2 },
    ]);
    const staff = await makePerson(db, store.tenantId, 'admin');
    await db.owner`update products set is_active = true where id = ${store.hoodieId}`;
    const next = await place(db, customer.identity, orderOf(store));
    await move(db, staff.identity, next.id, 'confirmed', 'in_production', 'shipped');
    expect(
      await db.owner`select number from invoices where tenant_id = ${store.tenantId} order by number`,
    ).toEqual([{ number: 2 }, { number: 3 }]);
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('keeps demo data that staff changed as the store’s own, except stock counts', async () => {
    await admin.run("update categories set description = 'Ours' where id = $1", [store.categoryId]);
    await admin.run('select adjust_stock($1, 3)', [store.hiddenId]);
    await markDemo();
    expect(countsHere(await remove())).toMatchObject({ category: { changed: 1 }, product: { goes: 2 } });
    expect(await db.owner`select name from categories where id = ${store.categoryId}`).toHaveLength(1);
  });

  test('removes what staff changed when asked to', async () => {
    await admin.run("update categories set description = 'Ours' where id = $1", [store.categoryId]);
    await markDemo();
    expect(countsHere(await remove(owner, false))).toMatchObject({ category: { goes: 1 } });
    expect(await db.owner`select name from categories where id = ${store.categoryId}`).toEqual([]);
  });

  test('keeps an account with a changed password, and settings that staff wrote', async () => {
    await markDemo();
    await givePassword(admin, 'a secret of their own');
    await db.owner`update settings set invoicing = '{"legalName": "Ours LLC"}',
      payment = payment || '{"bankDetails": "Demo bank"}' where tenant_id = ${store.tenantId}`;
    expect(countsHere(await remove())).toMatchObject({ account: { goes: 1 } });
    expect(await db.owner`select id from auth.users where id = ${admin.id}`).toHaveLength(1);
    const [kept] = await db.owner`select payment ->> 'bankDetails' as bank, invoicing from settings
      where tenant_id = ${store.tenantId}`;
    expect(kept).toEqual({ bank: '', invoicing: { legalName: 'Ours LLC' } });
  });

  test('leaves one audit log entry and answers a repeated request alike', async () => {
    await delivered();
    await markDemo();
    const id = randomUUID();
    const first = await remove(owner, true, id);
    expect(await remove(owner, true, id)).toEqual(first);
    const log = await db.owner`select action, entity, label, actor_id from audit_log
      where tenant_id = ${store.tenantId}`;
    expect(log).toEqual([{ action: 'delete', entity: 'demo', label: 'Demo', actor_id: owner.id }]);
    const again = await owner.refusal('select remove_demo()');
    expect(again).toMatchObject({ detail: 'no_demo' });
  });

  test('is only for owners, and not for a demo account', async () => {
    await markDemo();
    const superAdmin = await makePerson(db, store.tenantId, 'super_admin');
    for (const who of [superAdmin, customer]) {
      for (const text of ['select remove_demo()', 'select demo_summary()'])
        expect(await who.refusal(text)).toMatchObject({
          code: '42501',
          detail: 'platform_owner_only',
        });
    }
    await db.owner`delete from user_roles where tenant_id is null`;
    await ruleAll(admin);
    expect(await admin.refusal('select remove_demo()')).toMatchObject({
      detail: 'demo_owner',
    });
    expect(await rows('products')).toBe(3);
  });

  test('while orders are placed: each is placed with its product, or refused with a message', async () => {
    await markDemo();
    await setStock(db, store.hoodieId, 400);
    const customers = await newCustomers(6);
    let removing: Promise<Removed> | undefined;
    const outcomes = await Promise.all(
      [...customers, shopper].map(async (who, n) => {
        const seen = [];
        for (let i = 0; i < 6; i++) {
          seen.push(
            await who.attempt('select place_order($1::text::jsonb)', [JSON.stringify(orderOf(store))]),
          );
          if (n === 0 && i === 1) removing = remove();
        }
        return seen;
      }),
    );
    await removing;
    const refusals = outcomes.flat().flatMap((outcome) => ('rows' in outcome ? [] : [outcome.detail]));
    for (const code of refusals)
      expect(['unknown_product', 'no_profile', 'out_of_stock', 'not_signed_in']).toContain(code);
    expect(refusals).toContain('unknown_product');
    const placed = outcomes.slice(0, -1).flat().filter(worked);
    expect(await rows('orders')).toBe(placed.length);
    const lost =
      await db.owner`select id from order_lines where tenant_id = ${store.tenantId} and product_id is null`;
    expect(lost).toEqual([]);
    expect(await checkLedger(db.owner)).toEqual([]);
  });
});

describe('the demo’s accounts', () => {
  const banned = async (who: Person) =>
    (await db.owner`select banned_until > now() as banned from auth.users where id = ${who.id}`)[0]?.banned;

  test('work until the stores have an owner of their own', async () => {
    await db.owner`delete from user_roles where tenant_id is null`;
    await markDemo();
    await ruleAll(admin);
    expect(await banned(admin)).toBeNull();
    expect(await admin.value('select to_jsonb(demo_status()) as value')).toMatchObject({
      present: true,
      open_accounts: 2,
    });
    await ruleAll(owner);
    for (const who of [admin, shopper]) expect(await banned(who)).toBe(true);
    // Open sessions lose their staff rights too.
    expect(await admin.refusal('select demo_status()')).toMatchObject({
      detail: 'staff_only',
    });
    expect(await owner.value('select to_jsonb(demo_status()) as value')).toEqual({
      present: true,
      open_accounts: 0,
    });
  });

  test('are closed when they are marked in stores with an owner', async () => {
    await markDemo();
    expect(await banned(shopper)).toBe(true);
    expect(await banned(customer)).toBeNull();
  });

  test('stay open while stores seeded by an earlier version are marked one after the other', async () => {
    await db.owner`delete from user_roles where tenant_id is null`;
    const other = await makeStore(db, freshTenant());
    const ofOther = await makePerson(db, other.tenantId, 'admin');
    await givePassword(ofOther, publicHash);
    for (const who of [admin, ofOther]) await ruleAll(who);
    for (const { tenantId } of [store, other])
      await db.owner`update settings set store = '{"demo": true}' where tenant_id = ${tenantId}`;
    await markDemo();
    expect(await banned(admin)).toBeNull();
    const accounts = [{ email: ofOther.email, password_hash: publicHash }];
    await markDemo({ accounts }, other.tenantId);
    expect([await banned(admin), await banned(ofOther)]).toEqual([null, null]);
  });

  test('are people’s own once they have another password', async () => {
    await db.owner`delete from user_roles where tenant_id is null`;
    await markDemo();
    await givePassword(admin, 'a secret of their own');
    await ruleAll(admin);
    expect([await banned(admin), await banned(shopper)]).toEqual([null, true]);
  });
});

test('only documents of demo orders can be deleted', async () => {
  const order = await delivered();
  const deleteLines = () =>
    attempt(
      db,
      server,
      'delete from invoice_lines where invoice_id in (select id from invoices where order_id = $1)',
      [order.id],
    );
  expect(await deleteLines()).toMatchObject({ detail: 'invoice_issued' });
});
