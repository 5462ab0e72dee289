import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { presets } from '../../app/brands/presets.ts';
import type { CatalogueChange } from '../../app/product/catalogue-change.ts';
import { subscribeCatalogue } from '../../app/product/live-catalogue.ts';
import { subscribeToCatalogue } from '../../server/pages/catalogue-listener.ts';

import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

async function makeProduct(tenantId: string): Promise<string> {
  const id = randomUUID();
  await backend.owner`insert into tenants (id, name) values (${tenantId}, ${tenantId})`;
  await backend.owner`insert into products (id, tenant_id, name, price, stock) values (${id}, ${tenantId}, 'Thing', 10, 9)`;
  return id;
}

test('a page without the backend’s client sees stock run out, in its own store only, also after the server missed events', async () => {
  const [tenantId, otherId] = [`t${randomUUID().slice(0, 8)}`, `t${randomUUID().slice(0, 8)}`];
  const [id, foreign] = [await makeProduct(tenantId), await makeProduct(otherId)];
  const heard: CatalogueChange[] = [];
  const stop = await subscribeCatalogue({
    url: backend.url,
    key: backend.publishableKey,
    tenantId,
    since: Date.now(),
    onChange: (change) => heard.push(change),
  });
  try {
    // The socket may still be joining at the first change.
    await vi.waitFor(
      async () => {
        await backend.owner`update products set stock = 9 - stock where id in (${id}, ${foreign})`;
        expect(heard).toContainEqual(expect.objectContaining({ kind: 'stock', ids: [id] }));
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(heard.filter(({ ids }) => ids?.includes(foreign))).toEqual([]);

    // After a gap, the server treats everything as changed and keeps listening.
    await backend.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`;
    await expect.poll(() => heard).toContainEqual({ kind: 'product', ids: null });
    const before = heard.length;
    await backend.owner`update products set stock = 9 - stock where id = ${id}`;
    await expect
      .poll(() => heard.slice(before))
      .toContainEqual(expect.objectContaining({ kind: 'stock', ids: [id] }));
  } finally {
    stop();
  }
});

test('a change between a page’s rendering and its subscription is replayed to it, with its version', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const sent = (count: number) =>
    expect
      .poll(() => backend.owner`select from realtime.messages where topic = ${`catalogue:${tenantId}`}`)
      .toHaveLength(count);
  await sent(1);
  // So that the page is rendered later than the product was added.
  const added = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(added);
  const since = Date.now();
  await backend.owner`update products set name = 'Changed' where id = ${id}`;
  await sent(2);
  const heardFrom = async (from: number) => {
    const heard: CatalogueChange[] = [];
    const stop = await subscribeCatalogue({
      url: backend.url,
      key: backend.publishableKey,
      tenantId,
      since: from,
      onChange: (change) => heard.push(change),
    });
    return { heard, stop };
  };
  const early = await heardFrom(since);
  const late = await heardFrom(Date.now() + 1);
  try {
    await expect.poll(() => early.heard).not.toEqual([]);
    expect(early.heard).toEqual([expect.objectContaining({ kind: 'product', ids: [id], versions: [2] })]);
    await backend.owner`update products set name = 'Once more' where id = ${id}`;
    await expect.poll(() => late.heard).not.toEqual([]);
    // A change during the subscription may arrive both live and replayed; the version reveals that it is the same.
    for (const change of late.heard) expect(change).toMatchObject({ ids: [id], versions: [3] });
  } finally {
    early.stop();
    late.stop();
  }
});

test('each sale of the last five pieces is broadcast, sales above that are not', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const heard: string[] = [];
  const stop = await subscribeCatalogue({
    url: backend.url,
    key: backend.publishableKey,
    tenantId,
    since: Date.now(),
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
    await expect.poll(() => sales()).toBe(4);
    await leave(20);
    await leave(19);
    await leave(2);
    await expect.poll(() => sales()).toBe(6);
  } finally {
    stop();
  }
});

test('a sale says whether lists must change: at the last piece and at the first one again', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const broadcasts = await backend.owner.begin(async (sql) => {
    for (const stock of [5, 4, 0, 3]) await sql`update products set stock = ${stock} where id = ${id}`;
    return sql<{ affects_listings: boolean }[]>`
      select (payload ->> 'affects_listings')::boolean as affects_listings from realtime.outbox
      where topic = ${`catalogue:${tenantId}`} and payload ->> 'kind' = 'stock' order by id`;
  });
  expect(broadcasts.map((row) => row.affects_listings)).toEqual([false, false, true, true]);
});

test('a server treats everything it read before it first listened as stale, and again after each gap', async () => {
  const outdated = new Set<string>();
  const stop = await subscribeToCatalogue(backend.client(), {
    onChange: () => {},
    onManyChanges: (tenantId) => outdated.add(tenantId),
  });
  try {
    const all = new Set(presets.map(({ id }) => id));
    await expect.poll(() => [...all].every((id) => outdated.has(id))).toBe(true);
    outdated.clear();
    await backend.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    await expect.poll(() => [...all].every((id) => outdated.has(id))).toBe(true);
  } finally {
    await stop();
  }
});

test('a server hears a store that was added while it listened, and each change of it', async () => {
  const [outdated, changed] = [new Set<string>(), new Set<string>()];
  const stop = await subscribeToCatalogue(backend.client(), {
    onChange: (tags) => {
      for (const tag of tags) changed.add(tag);
    },
    onManyChanges: (tenantId) => outdated.add(tenantId),
  });
  try {
    await expect.poll(() => outdated.has('inkthread')).toBe(true);
    const tenantId = `t${randomUUID().slice(0, 8)}`;
    await makeProduct(tenantId);
    await expect.poll(() => outdated.has(tenantId)).toBe(true);
    await backend.owner`insert into settings (tenant_id) values (${tenantId})`;
    await expect.poll(() => changed.has(`${tenantId}/settings`)).toBe(true);
  } finally {
    await stop();
  }
});

test('a change of only a picture’s alternative text is broadcast', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const broadcasts = await backend.owner.begin(async (sql) => {
    await sql`update products set image_alts = '{"/a.webp": "A lantern"}' where id = ${id}`;
    return sql<{ ids: string[] }[]>`
      select payload -> 'ids' as ids from realtime.outbox
      where topic = ${`catalogue:${tenantId}`} and payload ->> 'action' = 'update'`;
  });
  expect(broadcasts.map(({ ids }) => ids)).toEqual([[id]]);
});

test('products that enter or leave a category are broadcast with it, and nothing else is', async () => {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  const id = await makeProduct(tenantId);
  const [from, to, added] = [randomUUID(), randomUUID(), randomUUID()];
  await backend.owner`insert into categories (id, tenant_id, name) values (${from}, ${tenantId}, 'A'), (${to}, ${tenantId}, 'B')`;
  const broadcastsOf = (...statements: string[]) =>
    backend.owner.begin(async (sql) => {
      await sql`delete from realtime.outbox`;
      for (const statement of statements) await sql.unsafe(statement);
      const rows = await sql<{ ids: string[] | null; categories: string[] | null }[]>`
        select payload -> 'ids' as ids, payload -> 'categories' as categories from realtime.outbox
        where topic = ${`catalogue:${tenantId}`} and payload ->> 'kind' = 'product' order by id`;
      return rows.map(({ ids, categories }) => ({ ids, categories: categories?.sort() ?? null }));
    });
  const change = (what: string) => broadcastsOf(`update products set ${what} where id = '${id}'`);
  const only = (...categories: string[]) => [
    { ids: [id], categories: categories.length > 0 ? categories.sort() : null },
  ];

  expect(await change("name = 'Other thing'")).toEqual(only());
  expect(await change(`category_id = '${from}'`)).toEqual(only(from));
  expect(await change(`category_id = '${to}'`)).toEqual(only(from, to));
  expect(await change('price = 7')).toEqual(only());
  expect(await change('is_active = false')).toEqual(only(to));
  expect(await change('category_id = null, is_active = true')).toEqual(only(to));
  const insert = `insert into products (id, tenant_id, category_id, name, price) values ('${added}', '${tenantId}', '${from}', 'New', 10)`;
  const both = await broadcastsOf(insert, `delete from products where id = '${added}'`);
  expect(both).toEqual([
    { ids: [added], categories: [from] },
    { ids: [added], categories: [from] },
  ]);
});

test('a change of many products names none, however long the names of their store and categories', async () => {
  const tenantId = `t${'0123456789'.repeat(3)}`.slice(0, 31);
  await makeProduct(tenantId);
  const category = randomUUID();
  await backend.owner`insert into categories (id, tenant_id, name) values (${category}, ${tenantId}, 'A')`;
  await backend.owner`insert into products (tenant_id, category_id, name, price) select ${tenantId}, ${category}, 'P' || n, 10 from generate_series(1, 200) n`;
  const other = randomUUID();
  await backend.owner`insert into categories (id, tenant_id, name) values (${other}, ${tenantId}, 'B')`;
  const broadcasts = await backend.owner.begin(async (sql) => {
    await sql`delete from realtime.outbox`;
    await sql`update products set category_id = ${other} where tenant_id = ${tenantId}`;
    return sql`select payload from realtime.outbox where topic = ${`catalogue:${tenantId}`}`;
  });
  expect(broadcasts.map(({ payload }) => Object.keys(payload).sort())).toEqual([['action', 'kind']]);
});
