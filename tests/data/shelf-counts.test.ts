import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { anonymous } from './people.ts';
import { freshTenant } from './store.ts';

let db: TestDatabase;
let tenantId: string;
let ids: string[];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  tenantId = freshTenant();
  await db.owner`insert into tenants (id, name) values (${tenantId}, 'Shop')`;
  const rows = await db.owner<{ id: string }[]>`
    insert into products (tenant_id, name, price, stock, brand)
    select ${tenantId}, 'Tee ' || n, 100 + n % 3, 1, 'Riso Club' from generate_series(1, 300) n returning id`;
  ids = rows.map(({ id }) => id);
});

/** What the filters of the shop say: products in all, and those in stock. */
async function counts(): Promise<[total: number, inStock: number]> {
  const rows = await db.run(anonymous, 'select facet, products from product_facets($1)', [tenantId]);
  const count = (facet: string) => Number(rows.find((row) => row.facet === facet)?.products);
  return [count('total'), count('in_stock')];
}

/** Rows of changes that nobody has gathered yet, and of those that were. */
async function written(sql: postgres.ISql = db.owner): Promise<{ late: number; gathered: number }> {
  const [row] = await sql`
    select count(*) filter (where not gathered)::int as late, count(*) filter (where gathered)::int as gathered
    from private.shelf_counts where tenant_id = ${tenantId}`;
  return { late: Number(row?.late), gathered: Number(row?.gathered) };
}

/** Adds products of a set each: so much is written down that whoever adds them gathers what was written. */
const addManySets = (sql: postgres.ISql, name: string) => sql`
  insert into products (tenant_id, name, price, stock, brand)
  select ${tenantId}, ${name}, n, 1, ${name} || n from generate_series(1, 100) n`;

describe('M20 the counts of filters', () => {
  test('M66 whoever sells the last unit waits for nobody, also while somebody gathers the counts', async () => {
    const [last = '', ...others] = ids;
    const first = await db.owner.reserve();
    try {
      await first`begin`;
      await addManySets(first, 'Poster');
      expect((await written(first)).late).toBe(0);
      await first`update products set stock = 0 where id = any (${others})`;

      await db.owner.begin(async (second) => {
        await second`set local lock_timeout = '1ms'`;
        await second`update products set stock = 0 where id = ${last}`;
        await second`update products set brand = 'Papermill' where id = ${last}`;
        await addManySets(second, 'Mug');
      });
      expect(await counts()).toEqual([400, 399]);
      await first`commit`;
    } finally {
      await first`rollback`;
      first.release();
    }
    expect(await counts()).toEqual([500, 200]);
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('are as they were when what changed them is taken back', async () => {
    await db.owner
      .begin(async (sql) => {
        await sql`update products set stock = 0 where tenant_id = ${tenantId}`;
        await addManySets(sql, 'Mug');
        throw new Error('taken back');
      })
      .catch(() => {});
    expect(await counts()).toEqual([300, 300]);
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('stay few rows, however often products sell out and come back', async () => {
    const sql = await db.owner.reserve();
    try {
      await sql`select setseed(0)`;
      for (const stock of [0, 2, 0]) {
        for (const id of ids) await sql`update products set stock = ${stock} where id = ${id}`;
      }
    } finally {
      sql.release();
    }
    const { late, gathered } = await written();
    expect(late).toBeLessThan(1_000);
    // One set: the step of all its prices, its ten steps and all prices.
    expect(gathered).toBe(3);
    expect(await counts()).toEqual([300, 0]);
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('are left alone by a transaction that sees the store as it was', async () => {
    await db.owner.begin('isolation level repeatable read', async (sql) => {
      await sql`select 1 from products limit 1`;
      await addManySets(db.owner, 'Poster');
      await addManySets(sql, 'Mug');
    });
    expect(await counts()).toEqual([500, 500]);
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('M66 add up after many changed products at once', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const id = ids[(i * 7) % 40] ?? '';
        if (i % 5 === 0)
          return db.owner`update products set price = ${50 + i}, stock = ${i % 2} where id = ${id}`;
        if (i % 7 === 0) return db.owner`update products set is_active = not is_active where id = ${id}`;
        return db.owner`update products set stock = ${i % 3} where id = ${id}`;
      }),
    );
    expect(await checkBooks(db.owner)).toEqual([]);
  });
});
