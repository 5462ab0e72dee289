import { describe, expect, test } from 'vitest';
import { isValidUrl } from '../../app/product/parse-values.ts';
import { admin, db, shopper, store, storeForAllTests } from './own-store.ts';
import { anonymous, attempt } from './people.ts';
import { makeStore, orderOf, place } from './store.ts';

storeForAllTests('inkthread');

const asAdmin = (text: string, parameters: string[] = []) => admin.attempt(text, parameters);

describe('categories', () => {
  test.each(['hoodies', 'HOODIES'])('the name %s is taken, whatever its case', async (name) => {
    expect(
      await asAdmin('insert into categories (tenant_id, name) values ($1, $2)', [store.tenantId, name]),
    ).toMatchObject({ code: '23505' });
  });

  test.each(['', '   ', ' Caps'])('the name "%s" is refused', async (name) => {
    expect(
      await asAdmin('insert into categories (tenant_id, name) values ($1, $2)', [store.tenantId, name]),
    ).toMatchObject({ code: '23514' });
  });

  test('one in use cannot be removed', async () => {
    expect(await asAdmin('delete from categories where id = $1', [store.categoryId])).toMatchObject({
      code: '23503',
    });
  });
});

describe('banners', () => {
  test.each([
    ['runs always', 'null', 'null', true, true],
    ['has begun', "now() - interval '1 hour'", 'null', true, true],
    ['has not begun', "now() + interval '1 hour'", 'null', true, false],
    ['is over', 'null', "now() - interval '1 hour'", true, false],
    ['is switched off', 'null', 'null', false, false],
  ])(
    'one that %s is shown only if it is on and its time has come',
    async (title, from, to, active, shown) => {
      await asAdmin(
        `insert into banners (tenant_id, title, is_active, start_date, end_date) values ($1, $2, ${active}, ${from}, ${to})`,
        [store.tenantId, title],
      );
      const seen = await db.run(anonymous, 'select title from banners where title = $1', [title]);
      expect(seen).toHaveLength(shown ? 1 : 0);
    },
  );

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x', 'example.com'])(
    'a link to %s is refused',
    async (link) => {
      const insert = 'insert into banners (tenant_id, link_url) values ($1, $2)';
      expect(await asAdmin(insert, [store.tenantId, link])).toMatchObject({ code: '23514' });
      expect(await asAdmin(insert, [store.tenantId, 'https://example.com/a'])).toHaveProperty('rows');
      expect(await asAdmin(insert, [store.tenantId, '/deals?x=1'])).toHaveProperty('rows');
    },
  );
});

describe('products', () => {
  test('a hidden one is for staff', async () => {
    const read = 'select id from products where id = $1';
    expect(await db.run(anonymous, read, [store.hiddenId])).toEqual([]);
    expect(await shopper.run(read, [store.hiddenId])).toEqual([]);
    expect(await admin.run(read, [store.hiddenId])).toHaveLength(1);
  });

  test('a save over a newer version finds no row, a sale creates no new version', async () => {
    const [before] = await admin.run('select version from products where id = $1', [store.hoodieId]);
    await place(db, shopper.identity, orderOf(store));
    const save = `update products set name = 'Ink hoodie II' where id = $1 and version = ${before?.version} returning version`;
    expect(await admin.run(save, [store.hoodieId])).toEqual([{ version: Number(before?.version) + 1 }]);
    expect(await admin.run(save, [store.hoodieId])).toEqual([]);
  });

  test('malformed options, pictures and prices are refused', async () => {
    for (const change of [
      "images = '5'",
      "images = '{}'",
      'price = -1',
      'price = 1e9',
      'stock = -1',
      'discount = 101',
      "name = ' '",
    ]) {
      expect(await asAdmin(`update products set ${change} where id = $1`, [store.hoodieId])).toMatchObject({
        code: '23514',
      });
    }
  });

  test.each([
    ...[
      'http://',
      'https://[x',
      '//',
      'https://?x',
      'http://a b/c.webp',
      'HTTP://a:b/c.webp',
      'http://a]/c.webp',
    ],
    ...[
      '/a.webp',
      'a.webp',
      'pictures/ö 1.webp',
      '//cdn.example/c.webp',
      'https://cdn.example:8080/c.webp?x=[1]#y',
    ],
    ...[
      'https://me:secret@my_cdn.example/c.webp',
      'http://[::1]:3000/c.webp',
      'https://صور.example/1.webp',
      'data:,x',
    ],
  ])('a picture or video at %j is accepted if a browser can load it', async (address) => {
    const outcome = isValidUrl(address) ? { rows: [] } : { code: '23514', detail: 'address_unknown' };
    const list = JSON.stringify(['/first.webp', address]);
    const product = 'update products set images = $2::text::jsonb where id = $1';
    expect(await asAdmin(product, [store.mugId, list])).toMatchObject(outcome);
    const legacy =
      'insert into products (tenant_id, name, price, videos) values ($1, $2, 10, to_jsonb($3::text))';
    expect(await asAdmin(legacy, [store.tenantId, 'Film', list])).toMatchObject(outcome);
    const category = 'update categories set image = $2 where id = $1';
    expect(await asAdmin(category, [store.categoryId, address])).toMatchObject(outcome);
  });

  test('one whose picture could never load is sold and changed as before', async () => {
    await db.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update products set images = '["http://"]' where id = ${store.mugId}`;
    });
    const change = 'update products set stock = stock + 1, images = $2::text::jsonb where id = $1';
    expect(await asAdmin(change, [store.mugId, '["http://"]'])).toHaveProperty('rows');
    expect(await asAdmin(change, [store.mugId, '["/a.webp"]'])).toHaveProperty('rows');
    expect(await asAdmin(change, [store.mugId, '["http://"]'])).toMatchObject({ code: '23514' });
  });

  test('an import may include the whole row again, but no row moves to another store or id', async () => {
    const upsert = (tenantId: string) =>
      asAdmin(
        `insert into products (id, tenant_id, name, price) values ($1, $2, 'Cup', 50)
         on conflict (id) do update set id = excluded.id, tenant_id = excluded.tenant_id, name = excluded.name, price = excluded.price
         returning name`,
        [store.mugId, tenantId],
      );
    expect(await upsert(store.tenantId)).toEqual({ rows: [{ name: 'Cup' }] });
    await db.owner`update products set name = 'Mug', price = 99.99 where id = ${store.mugId}`;
    expect(await upsert('elsewhere')).toMatchObject({ code: '42501' });
    for (const change of ["tenant_id = 'elsewhere'", 'id = gen_random_uuid()']) {
      expect(await asAdmin(`update products set ${change} where id = $1`, [store.mugId])).toMatchObject({
        detail: 'row_fixed',
      });
    }
  });

  test('a category of another store is refused', async () => {
    const other = await makeStore(db, 'casecraft');
    expect(
      await asAdmin('update products set category_id = $1 where id = $2', [other.categoryId, store.hoodieId]),
    ).toMatchObject({ code: '23503' });
  });
});

describe('settings', () => {
  const set = (column: string, change: string) =>
    asAdmin(
      `update settings set ${column} = ${column} || $1::text::jsonb where tenant_id = $2 returning version`,
      [change, store.tenantId],
    );

  test.each([
    ['shipping', '{"defaultShippingFee": -1}'],
    ['shipping', '{"defaultShippingFee": "30"}'],
    ['shipping', '{"expressShippingFee": 1.005}'],
    ['shipping', '{"freeShippingThreshold": "never"}'],
    ['payment', '{"cashOnDelivery": "yes"}'],
    ['payment', '{"onlinePayment": null}'],
    ['customization', '{"baseProductPrices": {"Hoodie": -5}}'],
    ['customization', '{"baseProductPrices": [1]}'],
    ['customization', '{"textPrice": null}'],
    ['points', '{"pointValue": 0}'],
    ['points', '{"earnRate": 1000}'],
    ['features', '{"reviews": 1}'],
  ])('%s with %s are refused', async (column, change) => {
    expect(await set(column, change)).toMatchObject({ code: expect.stringMatching(/^235(02|14)$/) });
  });

  test.each([
    ['shipping', '{"freeShippingThreshold": null}'],
    ['shipping', '{"freeShippingThreshold": 0, "defaultShippingFee": 30.5}'],
    ['store', '{"announcement": "Closed on Friday"}'],
  ])('%s with %s are stored, as a new version', async (column, change) => {
    const [before] = await db.run(anonymous, "select version from settings where tenant_id = 'inkthread'");
    expect(await set(column, change)).toEqual({ rows: [{ version: Number(before?.version) + 1 }] });
  });
});

test('changes by staff are logged with old and new value, changes by shoppers are not', async () => {
  await asAdmin('update products set price = 199 where id = $1', [store.mugId]);
  await place(db, shopper.identity, orderOf(store));
  const log = await admin.run(
    'select actor_id, action, entity, label, before, after from audit_log where entity_id = $1 order by id desc limit 1',
    [store.mugId],
  );
  expect(log).toEqual([
    {
      actor_id: admin.id,
      action: 'update',
      entity: 'products',
      label: 'Mug',
      before: { price: 99.99 },
      after: { price: 199 },
    },
  ]);
  const actors = await admin.run("select distinct actor_id from audit_log where entity <> 'user_roles'");
  expect(actors).toEqual([{ actor_id: admin.id }]);
  expect(await attempt(db, { role: 'service_role', claims: {} }, 'delete from audit_log')).toMatchObject({
    code: '42501',
  });
});
