import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CatalogueChange, hearCatalogue } from '../../app/catalog/live/catalogue-channel.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

async function makeProduct(tenantId: string): Promise<string> {
  const id = randomUUID();
  await backend.owner`insert into tenants (id, name) values (${tenantId}, ${tenantId})`;
  await backend.owner`insert into products (id, tenant_id, name, stock) values (${id}, ${tenantId}, 'Thing', 9)`;
  return id;
}

test('M112 a page without the client of the backend hears when stock runs out, in its own store only', async () => {
  const [tenantId, otherId] = [`t${randomUUID().slice(0, 8)}`, `t${randomUUID().slice(0, 8)}`];
  const [id, foreign] = [await makeProduct(tenantId), await makeProduct(otherId)];
  const heard: CatalogueChange[] = [];
  const stop = hearCatalogue({
    backend: backend.url,
    key: backend.publishableKey,
    tenantId,
    onChange: (change) => heard.push(change),
  });
  try {
    // The socket may still be joining at the first change.
    await vi.waitFor(
      async () => {
        await backend.owner`update products set stock = 9 - stock where id in (${id}, ${foreign})`;
        expect(heard).toContainEqual({ kind: 'stock', ids: [id] });
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(heard.filter(({ ids }) => ids?.includes(foreign))).toEqual([]);
  } finally {
    stop();
  }
});

test('M112 of the last five every sale is told, of more none', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const heard: string[] = [];
  const stop = hearCatalogue({
    backend: backend.url,
    key: backend.publishableKey,
    tenantId,
    onChange: ({ kind }) => heard.push(kind),
  });
  const sales = () => heard.filter((kind) => kind === 'stock').length;
  const leave = (stock: number) => backend.owner`update products set stock = ${stock} where id = ${id}`;
  try {
    await vi.waitFor(
      async () => {
        await backend.owner`update products set name = name || '.' where id = ${id}`;
        expect(heard).toContain('product');
      },
      { timeout: 15_000, interval: 100 },
    );
    for (const stock of [7, 6, 5, 4, 3, 3, 0]) await leave(stock);
    await vi.waitFor(() => expect(sales()).toBe(4));
    await leave(20);
    await leave(19);
    await leave(2);
    await vi.waitFor(() => expect(sales()).toBe(6));
  } finally {
    stop();
  }
});

test('M112 M66 a sale says whether lists have to change: at the last piece and at the first one again', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const told = await backend.owner.begin(async (sql) => {
    for (const stock of [5, 4, 0, 3]) await sql`update products set stock = ${stock} where id = ${id}`;
    return sql<{ lists: boolean }[]>`
      select (payload ->> 'lists')::boolean as lists from realtime.outbox
      where topic = ${`catalogue:${tenantId}`} and payload ->> 'kind' = 'stock' order by id`;
  });
  expect(told.map(({ lists }) => lists)).toEqual([false, false, true, true]);
});
