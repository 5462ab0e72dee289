import type { Session } from 'embedded-supabase/database';
import { beforeEach, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { databaseForFile, db } from './own-store.ts';
import { anonymous, makePerson } from './people.ts';
import { atOnce } from './races.ts';
import { freshTenant, makeStore, orderOf, place, type Store } from './store.ts';

let store: Store;
let tenantId: string;
let ids: string[];

databaseForFile();
beforeEach(async () => {
  tenantId = freshTenant();
  store = await makeStore(db, tenantId);
  const rows = await db.owner<{ id: string }[]>`
    insert into products (tenant_id, name, price, stock, brand)
    select ${tenantId}, 'Tee ' || n, 100 + n % 3, 1, 'Riso Club' from generate_series(1, 100) n returning id`;
  ids = rows.map(({ id }) => id);
});

/** A brand's facet counts: all its products, and those in stock. */
async function counts(brand: string): Promise<[total: number, inStock: number]> {
  const rows = await db.run(
    anonymous,
    'select facet, products from product_facets($1, p_brands => array[$2])',
    [tenantId, brand],
  );
  const count = (facet: string) => Number(rows.find((row) => row.facet === facet)?.products);
  return [count('total'), count('in_stock')];
}

/** Imports products with words new to the store, in a transaction that stays open. */
async function importInto(sql: Session, part: string): Promise<void> {
  const rows = Array.from({ length: 50 }, (_, n) => ({
    row: n + 1,
    set: { name: `Lantern ${part} ${n}`, brand: 'Glow', price: 10 + n, stock: 1 },
  }));
  await sql`begin`;
  await sql`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
  await sql`select import_products(${tenantId}, ${JSON.stringify(rows)}, false)`;
}

test('two imports and sixteen buyers of a last unit do not wait for each other', async () => {
  const buyers = await atOnce(16, () => makePerson(db, tenantId));
  // Both imports would delete this expired row.
  await db.owner`insert into private.product_changes (tenant_id, created_at) values (${tenantId}, now() - interval '31 days')`;
  const one = await db.owner.reserve();
  const other = await db.owner.reserve();
  try {
    await importInto(one, 'North');
    await other`set lock_timeout = '1s'`;
    await importInto(other, 'South');
    const orders = await Promise.all(
      buyers.map(({ identity }, n) =>
        place(db, identity, orderOf(store, { lines: [{ product_id: ids[n], quantity: 1 }] })),
      ),
    );
    expect(orders).toHaveLength(16);
    expect(await counts('Riso Club')).toEqual([100, 84]);
    await one`commit`;
    await other`commit`;
  } finally {
    for (const sql of [one, other]) {
      await sql`rollback`;
      sql.close();
    }
  }
  expect(await counts('Glow')).toEqual([100, 100]);
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('selling, editing or adding products waits for nobody who does the same with others', async () => {
  const [last = '', ...others] = ids;
  const first = await db.owner.reserve();
  try {
    await first`begin`;
    await first`update products set stock = 0, brand = 'Papermill' where id = any (${others})`;
    await first`insert into products (tenant_id, name, price, stock) values (${tenantId}, 'Umbrella', 10, 1)`;

    await db.owner.begin(async (second) => {
      await second`set local lock_timeout = '1ms'`;
      await second`update products set stock = 0 where id = ${last}`;
      await second`update products set brand = 'Papermill' where id = ${last}`;
      await second`insert into products (tenant_id, name, price, stock) values (${tenantId}, 'Blue umbrella', 20, 1)`;
    });
    expect(await counts('Papermill')).toEqual([1, 0]);
    await first`commit`;
  } finally {
    await first`rollback`;
    first.close();
  }
  expect(await counts('Papermill')).toEqual([100, 0]);
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('listings are restored when their changes are undone', async () => {
  await db.owner
    .begin(async (sql) => {
      await sql`update products set stock = 0, brand = 'Papermill' where tenant_id = ${tenantId}`;
      throw new Error('taken back');
    })
    .catch(() => {});
  expect(await counts('Riso Club')).toEqual([100, 100]);
  expect(await checkLedger(db.owner)).toEqual([]);
});

test('listings add up after many products change at once', async () => {
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const id = ids[(i * 7) % 40] ?? '';
      if (i % 5 === 0)
        return db.owner`update products set price = ${50 + i}, stock = ${i % 2} where id = ${id}`;
      if (i % 7 === 0) return db.owner`update products set is_active = not is_active where id = ${id}`;
      return db.owner`update products set stock = ${i % 3} where id = ${id}`;
    }),
  );
  const differences = await checkLedger(db.owner);
  expect(differences).toEqual([]);
});
