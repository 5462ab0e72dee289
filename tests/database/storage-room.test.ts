import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { atOnce, worked } from './races.ts';
import { call } from './store.ts';

storeForEachTest();

const MEGABYTE = 1024 * 1024;
const add = (
  who: Person,
  bucket: string,
  size: number,
  name = `${store.tenantId}/${who.id}/${randomUUID()}.webp`,
) =>
  who.attempt('insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3::text::jsonb)', [
    ...[bucket, name, JSON.stringify({ size })],
  ]);
const report = () =>
  call<{ user_id: string | null; files: number; megabytes: number }[]>(
    ...[db, admin.identity, "select report_rows($1, 'files', '2026-01-01', '2026-01-02') as value"],
    [store.tenantId],
  );

describe('a store’s storage', () => {
  test('limits a customer’s files and bytes, even when they arrive at once', async () => {
    await db.owner`update staff_settings set customer_files_limit = 10, customer_storage_mb = 20 where tenant_id = ${store.tenantId}`;
    const many = await atOnce(14, () => add(shopper, 'designs', 1_000));
    expect(many.filter(worked)).toHaveLength(10);
    expect(await add(shopper, 'avatars', 1_000)).toMatchObject({
      detail: 'too_many_files',
      message: expect.stringMatching(/Remove designs/),
    });
    const other = await makePerson(db, store.tenantId);
    const large = await atOnce(4, () => add(other, 'designs', 8 * MEGABYTE));
    expect(large.filter(worked)).toHaveLength(2);
  });

  test('is a share of the disk that all stores have, and staff see who fills it', async () => {
    await db.owner`insert into storage_limits (tenant_id, storage_limit_mb) values (${store.tenantId}, 30)`;
    const shelf = (size: number) =>
      add(admin, 'product-images', size, `${store.tenantId}/${randomUUID()}.webp`);
    expect(await shelf(20 * MEGABYTE)).toHaveProperty('rows');
    expect(await add(shopper, 'designs', 9 * MEGABYTE)).toHaveProperty('rows');
    for (const answer of [await shelf(2 * MEGABYTE), await add(shopper, 'designs', 2 * MEGABYTE)])
      expect(answer).toMatchObject({ detail: 'too_many_files', message: expect.stringMatching(/no room/) });
    expect(await report()).toMatchObject([
      { user_id: null, files: 1, megabytes: 20 },
      { user_id: shopper.id, files: 1, megabytes: 9 },
    ]);
    const shopperAsks = await shopper.attempt('select report_files($1)', [store.tenantId]);
    expect(shopperAsks).toMatchObject({ detail: 'staff_only' });
  });
});

describe('the clean-up of pictures', () => {
  const address = (name: string) => `https://shop.example/storage/v1/object/public/product-images/${name}`;
  const product = async (images: string[]) =>
    db.owner`insert into products (tenant_id, name, price, images) values (${store.tenantId}, 'Poster', 90, ${JSON.stringify(images)})`;
  const lies = async (name: string) => {
    await db.owner`insert into storage.objects (bucket_id, name, created_at)
      values ('product-images', ${name}, now() - interval '2 days')`;
    return name;
  };
  const unused = () => admin.value<string[]>('select unused_product_files($1) as value', [store.tenantId]);
  const remove = (name: string) =>
    admin.run("delete from storage.objects where bucket_id = 'product-images' and name = $1 returning name", [
      name,
    ]);

  test('recognizes a picture in any URL form', async () => {
    const names = await Promise.all(
      ['a b.webp', 'قميص.webp', '100%.webp', 'c%20d.webp', "it's.webp", 'plain.webp'].map((name) =>
        lies(`${store.tenantId}/${name}`),
      ),
    );
    const gone = await lies(`${store.tenantId}/gone one.webp`);
    const [spaced = '', arabic = '', percent = '', ...raw] = names;
    await product(
      [spaced, arabic, percent].map((name) => address(name.split('/').map(encodeURIComponent).join('/'))),
    );
    await product(raw.map(address));
    expect(await unused()).toEqual([gone]);
    for (const name of names) expect([name, await remove(name)]).toEqual([name, []]);
    expect(await remove(gone)).toHaveLength(1);
  });

  test('removes nothing that a product has started to use since it was listed', async () => {
    const name = await lies(`${store.tenantId}/${randomUUID()}.webp`);
    expect(await unused()).toEqual([name]);
    const inserted = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const copying = db.transaction(admin.identity, async (sql) => {
      await sql.unsafe(
        'insert into products (tenant_id, name, price, images) values ($1, $2, 90, $3::text::jsonb)',
        [...[store.tenantId, 'Copy', JSON.stringify([address(name)])]],
      );
      inserted.resolve();
      await finish.promise;
    });
    await inserted.promise;
    const removing = remove(name);
    await expect
      .poll(
        async () =>
          (await db.owner`select 1 from pg_locks where locktype = 'advisory' and not granted`).length,
      )
      .toBeGreaterThan(0);
    finish.resolve();
    await copying;
    expect(await removing).toEqual([]);
    expect(await db.owner`select 1 from storage.objects where name = ${name}`).toHaveLength(1);
  });
});
