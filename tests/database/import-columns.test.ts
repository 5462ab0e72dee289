import { beforeAll, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { makeStore } from './store.ts';

let clerk: Person;
let colleague: Person;

const match = `insert into import_columns (tenant_id, headings, columns) values ($1, $2, $3::text::jsonb)
  on conflict (tenant_id, kind, headings_key) do update set columns = excluded.columns`;
const headings = 'artikel\npreis';
const columns = JSON.stringify({ artikel: 'name', preis: 'price' });

databaseForFile();
beforeAll(async () => {
  await makeStore(db, 'inkthread');
  await makeStore(db, 'casecraft');
  clerk = await makePerson(db, 'inkthread', 'admin');
  colleague = await makePerson(db, 'inkthread', 'super_admin');
});

const seenBy = (who: Person) => who.run('select tenant_id, columns from import_columns');

test('columns matched by one person apply to all staff of the store, and a new match replaces the earlier one', async () => {
  const elsewhere = await makePerson(db, 'casecraft', 'super_admin');
  await clerk.run(match, ['inkthread', headings, '{"artikel": "description"}']);
  await colleague.run(match, ['inkthread', headings, columns]);
  await elsewhere.run(match, ['casecraft', headings, '{}']);
  expect(await seenBy(clerk)).toEqual([{ tenant_id: 'inkthread', columns: JSON.parse(columns) }]);
  expect(await seenBy(elsewhere)).toEqual([{ tenant_id: 'casecraft', columns: {} }]);
  await clerk.run('delete from import_columns');
  expect(await seenBy(colleague)).toEqual([]);
  expect(await seenBy(elsewhere)).toHaveLength(1);
});

test('a product file and a statement with the same headings are matched separately, and no other kinds exist', async () => {
  const ofKind = `insert into import_columns (tenant_id, kind, headings, columns) values ('inkthread', $1, $2, $3::text::jsonb)`;
  await clerk.run(match, ['inkthread', headings, columns]);
  await clerk.run(ofKind, ['statement', headings, '{"artikel": "number"}']);
  const kept = await clerk.run(`select kind from import_columns where headings = $1 order by kind`, [
    headings,
  ]);
  expect(kept).toEqual([{ kind: 'products' }, { kind: 'statement' }]);
  expect(await clerk.refusal(ofKind, ['orders', headings, '{}'])).toMatchObject({
    code: '23514',
  });
  await clerk.run('delete from import_columns');
});

test('headings too long for an index are stored as well', async () => {
  const long = Array.from({ length: 400 }, (_, n) => `heading ${n} of a wide file`).join('\n');
  await clerk.run(match, ['inkthread', long, columns]);
  await clerk.run(match, ['inkthread', long, columns]);
  expect(await seenBy(colleague)).toHaveLength(1);
});

test('nobody matches columns of a store they do not work for', async () => {
  const shopper = await makePerson(db, 'inkthread');
  for (const [who, tenant] of [
    [clerk, 'casecraft'],
    [shopper, 'inkthread'],
  ] as const)
    expect(await who.refusal(match, [tenant, 'name', '{}'])).toMatchObject({
      code: '42501',
    });
});
