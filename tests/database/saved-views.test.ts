import { beforeAll, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { makeStore } from './store.ts';

let mine: Person;
let colleague: Person;
let shopper: Person;

const save = `insert into saved_views (tenant_id, page, name, query) values ($1, 'orders', $2, $3)
  on conflict (user_id, tenant_id, page, name) do update set query = excluded.query returning id`;

databaseForFile();
beforeAll(async () => {
  await makeStore(db, 'inkthread');
  await makeStore(db, 'casecraft');
  mine = await makePerson(db, 'inkthread', 'admin');
  colleague = await makePerson(db, 'inkthread', 'super_admin');
  shopper = await makePerson(db, 'inkthread');
});

const seenBy = async (who: Person) => who.run('select name, query from saved_views order by name');

test('a saved view is visible only to its person, and saving under the same name replaces it', async () => {
  await mine.run(save, ['inkthread', 'Big ones', 'sort=total']);
  await mine.run(save, ['inkthread', 'Big ones', 'sort=-total']);
  await colleague.run(save, ['inkthread', 'Big ones', '']);
  expect(await seenBy(mine)).toEqual([{ name: 'Big ones', query: 'sort=-total' }]);
  await mine.run('delete from saved_views');
  expect(await seenBy(mine)).toEqual([]);
  expect(await seenBy(colleague)).toEqual([{ name: 'Big ones', query: '' }]);
});

test('nobody saves views in a store they do not work for', async () => {
  for (const [who, tenant] of [
    [mine, 'casecraft'],
    [shopper, 'inkthread'],
  ] as const) {
    expect(await who.refusal(save, [tenant, 'Mine', ''])).toMatchObject({ code: '42501' });
  }
});

test('a view needs a name and a list', async () => {
  expect(await mine.refusal(save, ['inkthread', '  ', ''])).toMatchObject({
    code: '23514',
  });
  expect(await mine.refusal(save, ['inkthread', 'Long', 'x'.repeat(1001)])).toMatchObject({
    code: '23514',
  });
});
