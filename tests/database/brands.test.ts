import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, store, storeForEachTest } from './own-store.ts';
import { anonymous, errorMessage, makePerson } from './people.ts';
import { addBrand, freshTenant, makeStore } from './store.ts';

storeForEachTest();
beforeEach(() => addBrand(db, store.tenantId));

const change = (assignments: string) =>
  `update brands set ${assignments} where tenant_id = '${store.tenantId}' returning name`;
const nameOf = async (table: 'brands' | 'tenants') => {
  const key = table === 'brands' ? 'tenant_id' : 'id';
  const [row] = await db.owner.unsafe(`select name from ${table} where ${key} = $1`, [store.tenantId]);
  return row?.name;
};

describe("a store's brand", () => {
  test.each([
    ['a blank name', `name = ' '`],
    ['a long name', `name = repeat('x', 81)`],
    ['a color by its name', `primary_color = 'red'`],
    ['a short color', `secondary_color = '#fff'`],
    ['a logo on no path', `logo = 'logo.svg'`],
    ['a logo that is a script', `logo = 'javascript:alert(1)'`],
    ['a logo on another host', `logo = 'https://elsewhere.example/a.svg'`],
    ['a logo on another host by its protocol', `logo = '//elsewhere.example/a.svg'`],
    ['a logo outside the public files', `logo = '/brands/../../secret.svg'`],
    ['a logo that is no picture', `logo = '/brands/logo.exe'`],
    ['an icon that is no picture', `icon = '/brands/icon.ico'`],
    ['a dark logo on another host', `logo_dark = 'https://elsewhere.example/a.svg'`],
    [
      'a translated name of a page',
      `translations = jsonb_build_object('ar', jsonb_build_object('name', repeat('x', 81)))`,
    ],
    ['a headline that is blank', `hero_title = ''`],
    ['a headline of a page', `hero_title = repeat('x', 101)`],
    [
      'a translated headline of a page',
      `translations = jsonb_build_object('ar', jsonb_build_object('hero_title', repeat('x', 101)))`,
    ],
    ['a translation that is no text', `translations = '{"ar": {"hero_title": {"a": 1}}}'`],
    ['a slogan of 300 letters', `slogans = repeat('x', 300)`],
    [
      'a translated slogan of 61 letters',
      `translations = jsonb_build_object('ar', jsonb_build_object('slogans', repeat('x', 61)))`,
    ],
    ['nine slogans', `slogans = E'1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9'`],
    ['a section that stands twice', `home_sections = '{story,story}'`],
    ['details in a face that there is not', `details_face = 'mono', mono_typeface = null`],
    ['a part of no look', `part_looks = '{"card": "baroque"}'`],
    ['a picture on another host', `hero_picture = 'https://elsewhere.example/a.jpg'`],
    ['a picture that is a drawing with scripts', `story_picture = '/brands/a.svg'`],
    ['a film that is no film', `hero_films = '{/brands/a.jpg}'`],
    ['five films', `hero_films = '{/a.webm,/b.webm,/c.webm,/d.webm,/e.webm}'`],
    ['one film twice', `hero_films = '{/a.webm,/a.webm}'`],
    ['headings of any size', `display_scale = 9`],
    ['answers to two addresses', `mail_reply_to = 'a@b.example, c@d.example'`],
    ['answers to a name', `mail_reply_to = 'Delta <a@b.example>'`],
    ['answers with another header', `mail_reply_to = E'a@b.example\\nBcc: c@d.example'`],
    ['a signature of a page', `mail_signature = repeat('x', 501)`],
    ['numbers that begin with a digit', `order_prefix = '1DW'`],
    ['numbers that begin with a line', `order_prefix = 'DW-'`],
    ['numbers that begin with seven letters', `order_prefix = 'DELTAWE'`],
  ])('cannot have %s', async (_what, assignments) => {
    expect(await admin.refusal(change(assignments))).toMatchObject({ code: '23514' });
  });

  test.each([
    ['look', 'baroque'],
    ['display_typeface', 'Comic Sans'],
  ])('has no other %s than those that there are', async (column, value) => {
    expect(await admin.refusal(change(`${column} = '${value}'`))).toMatchObject({
      code: '22P02',
    });
  });

  test('is changed by its staff, who name the store with it; everybody reads it', async () => {
    await admin.run(change(`name = 'Delta Wear', primary_color = '#006655'`));
    expect([await nameOf('brands'), await nameOf('tenants')]).toEqual(['Delta Wear', 'Delta Wear']);
    const read = `select name from brands where tenant_id = '${store.tenantId}'`;
    expect(await db.run(anonymous, read)).toEqual([{ name: 'Delta Wear' }]);
  });

  test('is not changed by staff of another store, nor removed by its own', async () => {
    const foreign = freshTenant();
    await makeStore(db, foreign);
    const stranger = await makePerson(db, foreign, 'super_admin');
    expect(await db.run(stranger.assured, change(`name = 'Taken'`))).toEqual([]);
    const remove = `delete from brands where tenant_id = '${store.tenantId}'`;
    expect(await admin.refusal(remove)).toMatchObject({ code: '42501' });
    expect(await nameOf('brands')).not.toBe('Taken');
  });

  test('comes back by undoing the change, in the log under its name', async () => {
    const before = await nameOf('brands');
    const picture = '/storage/v1/object/public/brand-media/delta/a.jpg';
    await admin.run(
      change(
        `name = 'Delta Wear', hero_title = 'Made here', hero_picture = '${picture}', hero_films = '{/a.webm}'`,
      ),
    );
    const [entry] = await admin.run(
      `select id, label, before, after from audit_log where tenant_id = $1 and entity = 'brands'`,
      [store.tenantId],
    );
    expect(entry).toMatchObject({
      label: 'Delta Wear',
      after: { name: 'Delta Wear', hero_title: 'Made here', hero_picture: picture, hero_films: ['/a.webm'] },
    });
    await admin.run('select undo_changes($1, array[$2::text::bigint])', [store.tenantId, String(entry?.id)]);
    expect([await nameOf('brands'), await nameOf('tenants')]).toEqual([before, before]);
    const [row] =
      await db.owner`select hero_picture, hero_films from brands where tenant_id = ${store.tenantId}`;
    expect(row).toEqual({ hero_picture: null, hero_films: [] });
  });

  test('is not overwritten by somebody who opened it before another person saved', async () => {
    const other = await makePerson(db, store.tenantId, 'admin');
    const opened = await db.owner`select version from brands where tenant_id = ${store.tenantId}`;
    const save = (name: string) =>
      `update brands set name = '${name}' where tenant_id = '${store.tenantId}' and version = ${opened[0]?.version}
       returning name`;
    expect(await admin.run(save('First'))).toEqual([{ name: 'First' }]);
    expect(await other.run(save('Second'))).toEqual([]);
    expect(await nameOf('brands')).toBe('First');
  });
});

describe("the sender of a store's mail", () => {
  const set = (address: string) => change(`mail_sender = '${address}'`);

  test('is changed by super admins alone, who may take it away again', async () => {
    expect(await admin.refusal(set('orders@delta.example'))).toMatchObject({
      detail: 'super_admin_only',
    });
    const owner = await makePerson(db, store.tenantId, 'super_admin');
    expect(await db.run(owner.assured, set('orders@delta.example'))).toHaveLength(1);
    // Others save the rest of the form beside it.
    const rest = "mail_sender = 'orders@delta.example', mail_signature = 'Delta'";
    expect(await admin.run(change(rest))).toHaveLength(1);
    expect(await admin.refusal(change('mail_sender = null'))).toMatchObject({
      detail: 'super_admin_only',
    });
    expect(await db.run(owner.assured, change('mail_sender = null'))).toHaveLength(1);
  });

  test.each(['orders', 'Delta <orders@delta.example>', 'orders@delta', 'a@b.example\r\nBcc: c@d.example'])(
    'is one bare address, not %j',
    async (address) => {
      const owner = await makePerson(db, store.tenantId, 'super_admin');
      expect(await errorMessage(db, owner.assured, set(address))).toMatchObject({ code: '23514' });
    },
  );
});

describe("a store's order numbers", () => {
  test('begin with its prefix from the next order on; staff find both', async () => {
    const before = await buy();
    expect(before?.number).toMatch(new RegExp(`^${store.tenantId.slice(0, 2).toUpperCase()}-`));
    await admin.run(change(`order_prefix = 'DW'`));
    const after = await buy();
    expect(after?.number).toMatch(/^DW(-[0-9A-HJKMNP-TV-Z]{5}){2}$/);
    const [kept] = await db.owner`select number from orders where id = ${before?.id ?? null}`;
    expect(kept?.number).toBe(before?.number);
    const withoutPrefix = after?.number.slice(3).toLowerCase();
    for (const [typed, number] of [
      [after?.number.toLowerCase(), after?.number],
      [withoutPrefix, after?.number],
      [before?.number.toLowerCase(), before?.number],
    ])
      expect(
        await admin.run(
          `select orders.number from orders join order_staff_facts facts on facts.order_id = orders.id
          where orders.tenant_id = $1 and facts.search_text like '%' || $2 || '%'`,
          [store.tenantId, typed ?? ''],
        ),
      ).toEqual([{ number }]);
  });
});

describe('domains', () => {
  const add = (domain: string, isMain = false) =>
    `insert into store_domains (tenant_id, domain, is_main) values ('${store.tenantId}', '${domain}', ${isMain})`;

  test.each([
    'localhost',
    'shop.localhost',
    'shop',
    '192.0.2.1',
    'Shop.example',
    'shop.example:443',
    'https://shop.example',
    'shop..example',
    '-shop.example',
    `${'x'.repeat(64)}.example`,
  ])('cannot be %s', async (domain) => {
    const ruler = await makePerson(db, store.tenantId, 'super_admin');
    expect(await ruler.refusal(add(domain))).toMatchObject({ code: '23514' });
  });

  test('lead to one store only', async () => {
    const ruler = await makePerson(db, store.tenantId, 'super_admin');
    const domain = `${freshTenant()}.example`;
    const foreign = freshTenant();
    await makeStore(db, foreign);
    await db.owner`insert into store_domains (tenant_id, domain) values (${foreign}, ${domain})`;
    expect(await ruler.refusal(add(domain))).toMatchObject({ code: '23505' });
  });

  test('are chosen by super admins only, since sign-in links lead to them', async () => {
    expect(await admin.refusal(add('admin.example'))).toMatchObject({ code: '42501' });
    const ruler = await makePerson(db, store.tenantId, 'super_admin');
    const main = `${freshTenant()}.example`;
    await ruler.run(add(main, true));
    const rows = await db.owner`
      select domain from store_domains where tenant_id = ${store.tenantId} and is_main`;
    expect(rows).toEqual([{ domain: main }]);
    const taken = `update store_domains set is_main = true where tenant_id = '${store.tenantId}' returning id`;
    expect(await admin.run(taken)).toEqual([]);
    const removed = `delete from store_domains where domain = '${main}' returning id`;
    expect(await admin.run(removed)).toEqual([]);
    expect(await ruler.run(removed)).toHaveLength(1);
  });
});
