import type { Identity } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { color, product, save, saving, size } from './grid.ts';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { errorMessage, makePerson, type Person } from './people.ts';
import { call, move, orderOf, place } from './store.ts';

storeForEachTest();

/** Somebody who may change products and prices, and undo, but not see what they cost. */
let clerk: Person;

beforeEach(async () => {
  clerk = await makePerson(db, store.tenantId);
  const [role] = await db.owner<{ id: string }[]>`
    with role as (
      insert into private.staff_roles (name) values (${`Clerk ${clerk.id}`}) returning id
    ), granted as (
      insert into private.staff_role_capabilities (role_id, capability)
      select id, unnest('{products.see,products.change,products.price,stock.count,log.see,log.undo,sales.see,reports.see}'::text[])
      from role
    )
    select id from role`;
  await db.owner`
    insert into staff_grants (user_id, tenant_id, role_id) values (${clerk.id}, ${store.tenantId}, ${role?.id ?? ''})`;
});

const tee = [color('Black', 'Sand')];
const rows = (black: object, sand: object) => [
  { options: ['Black'], stock: 4, ...black },
  { options: ['Sand'], stock: 2, ...sand },
];

async function costs(identity: Identity = admin.identity): Promise<Record<string, number>> {
  const known = await db.run(
    identity,
    `select variant.option1 as name, known.cost::float8 as cost
     from variant_costs known join product_variants variant on variant.id = known.variant_id
     where variant.product_id = $1`,
    [store.hoodieId],
  );
  return Object.fromEntries(known.map(({ name, cost }) => [name, cost]));
}

const logged = (identity: Identity) =>
  db.run(
    identity,
    `select id::int, label, before ->> 'cost' as was, after ->> 'cost' as now from audit_log
     where tenant_id = $1 and entity = 'variant_costs' order by id`,
    [store.tenantId],
  );

const changing = (change: object): [string, string[]] => [
  'select to_jsonb(change_products($1, $2::text::uuid[], $3::text::jsonb)) as value',
  [store.tenantId, `{${store.hoodieId}}`, JSON.stringify(change)],
];

const importing = (variants: object[]): [string, string[]] => [
  'select to_jsonb(import_products($1, $2::text::jsonb, false)) as value',
  [
    store.tenantId,
    JSON.stringify([
      {
        row: 2,
        id: store.hoodieId,
        set: {},
        options: [{ name: 'Color', kind: 'color', values: ['Black', 'Sand'] }],
        variants,
      },
    ]),
  ],
];

describe('what a variant costs', () => {
  test('is saved with its grid, and stays when a grid does not name it', async () => {
    const { variants, version } = await save(store.hoodieId, tee, rows({ cost: 80 }, { cost: 75.5 }));
    expect(await costs()).toEqual({ Black: 80, Sand: 75.5 });
    await db.run(clerk.identity, ...saving(store.hoodieId, tee, rows({ price: 300 }, {}), version));
    expect(await costs()).toEqual({ Black: 80, Sand: 75.5 });
    // Whoever else has the grid open is asked, as for every column.
    const [black] = variants;
    await save(store.hoodieId, [...tee, size('M')], [{ id: black?.id, options: ['Black', 'M'], cost: null }]);
    expect(await costs()).toEqual({});
    expect((await product(store.hoodieId))?.version).toBe(version + 2);
  });

  test.each([-1, 'much', 10_000_001])('is an amount: %s is refused', async (cost) => {
    const { version } = await save(store.hoodieId, tee, rows({}, {}));
    const grid = saving(store.hoodieId, tee, rows({}, { cost }), version);
    expect(await errorMessage(db, admin.identity, ...grid)).toMatchObject({
      detail: 'invalid_value',
      hint: expect.stringContaining('"rows": [2]'),
    });
  });

  test('is neither read nor written by somebody without the right, nor found out by trying', async () => {
    const { version } = await save(store.hoodieId, tee, rows({ cost: 80 }, {}));
    expect(await costs(clerk.identity)).toEqual({});
    for (const cost of [80, 81, null]) {
      const grid = saving(store.hoodieId, tee, rows({}, { cost }), version);
      expect(await errorMessage(db, clerk.identity, ...grid)).toMatchObject({
        detail: 'costs_not_allowed',
        hint: expect.stringContaining('"rows": [2]'),
      });
    }
    const added = `select add_product($1, '{"name": "Cap", "price": 5}', '[]', '[{"options": [], "cost": 1}]')`;
    expect(await errorMessage(db, clerk.identity, added, [store.tenantId])).toMatchObject({
      detail: 'costs_not_allowed',
    });
    expect(await errorMessage(db, clerk.identity, ...changing({ kind: 'cost', value: 5 }))).toMatchObject({
      code: '42501',
    });
    expect(await costs()).toEqual({ Black: 80 });
  });

  test('stands in the log for those who see costs, and is undone there', async () => {
    await save(store.hoodieId, tee, rows({ cost: 80 }, {}));
    await save(store.hoodieId, tee, rows({ cost: 90 }, {}));
    expect(await logged(clerk.identity)).toEqual([]);
    const entries = await logged(admin.identity);
    expect(entries).toMatchObject([
      { label: 'Ink hoodie, Black', was: null, now: '80.00' },
      { label: 'Ink hoodie, Black', was: '80.00', now: '90.00' },
    ]);
    const undo = 'select to_jsonb(undo_changes($1, $2::text::bigint[])) as value';
    const last = [store.tenantId, `{${String(entries[1]?.id)}}`];
    expect(await errorMessage(db, clerk.identity, undo, last)).toMatchObject({ detail: 'not_undone' });
    expect(await costs()).toEqual({ Black: 90 });
    await db.run(admin.identity, undo, last);
    expect(await costs()).toEqual({ Black: 80 });
    // The first one set what has changed since.
    await save(store.hoodieId, tee, rows({ cost: 70 }, {}));
    const first = [store.tenantId, `{${String(entries[0]?.id)}}`];
    expect(await errorMessage(db, admin.identity, undo, first)).toMatchObject({ detail: 'not_undone' });
    // Other entries of the product say nothing of it.
    const [leak] = await db.owner`
      select count(*)::int as count from audit_log
      where tenant_id = ${store.tenantId} and entity <> 'variant_costs' and (before::text like '%cost%' or after::text like '%cost%')`;
    expect(leak?.count).toBe(0);
  });

  test('of many products is set at once, and undone by somebody who sees costs', async () => {
    await save(store.hoodieId, tee, rows({ cost: 80 }, {}));
    const { change_id: change } = await call<{ change_id: string }>(
      db,
      admin.identity,
      ...changing({ kind: 'cost', value: 60 }),
    );
    expect(await costs()).toEqual({ Black: 60, Sand: 60 });
    const undo = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    expect(await errorMessage(db, clerk.identity, undo, [change])).toMatchObject({ code: '42501' });
    expect(await call(db, admin.identity, undo, [change])).toMatchObject({ restored: 1, left: 0 });
    expect(await costs()).toEqual({ Black: 80 });
    await db.run(admin.identity, ...changing({ kind: 'cost', value: null }));
    expect(await costs()).toEqual({});
  });

  test('is refused in a file of somebody who may not see it, and changes and comes back with the file of others', async () => {
    await save(store.hoodieId, tee, rows({ cost: 80 }, {}));
    const file = importing([
      { row: 2, options: ['Black'], cost: 81 },
      { row: 3, options: ['Sand'], cost: 70 },
    ]);
    const refused = await call<{ rows: object[] }>(db, clerk.identity, ...file);
    expect(refused.rows).toMatchObject([
      { outcome: 'refused', column: 'cost', refusal: { code: 'costs_not_allowed' } },
    ]);
    const imported = await call<{ change_id: string; rows: object[] }>(db, admin.identity, ...file);
    expect(imported.rows).toMatchObject([
      {
        outcome: 'changed',
        before: { variants: { Black: { cost: 80 }, Sand: { cost: null } } },
        after: { variants: { Black: { cost: 81 }, Sand: { cost: 70 } } },
      },
    ]);
    expect(await costs()).toEqual({ Black: 81, Sand: 70 });
    expect((await call<{ rows: object[] }>(db, admin.identity, ...file)).rows).toMatchObject([
      { outcome: 'unchanged' },
    ]);
    const undo = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    expect(await errorMessage(db, clerk.identity, undo, [imported.change_id])).toMatchObject({
      code: '42501',
    });
    expect(await call(db, admin.identity, undo, [imported.change_id])).toMatchObject({ restored: 1 });
    expect(await costs()).toEqual({ Black: 80 });
  });

  test('is not told by a file that removes the variant, and comes back with the variant', async () => {
    await save(store.hoodieId, tee, rows({ cost: 80 }, {}));
    const sized = [{ name: 'Size', kind: 'size', values: ['M'] }];
    const file = [
      { row: 2, id: store.hoodieId, set: {}, options: sized, variants: [{ row: 2, options: ['M'] }] },
    ];
    const imported = await call<{ change_id: string; rows: object[] }>(
      db,
      clerk.identity,
      'select to_jsonb(import_products($1, $2::text::jsonb, false)) as value',
      [store.tenantId, JSON.stringify(file)],
    );
    expect(JSON.stringify(imported.rows)).not.toContain('"cost"');
    expect(await costs()).toEqual({});
    await call(db, admin.identity, 'select to_jsonb(undo_product_change($1::text::uuid)) as value', [
      imported.change_id,
    ]);
    expect(await costs()).toEqual({ Black: 80 });
  });

  test('is in the report of variants for those who see costs', async () => {
    const order = await place(db, (await makePerson(db, store.tenantId)).identity, orderOf(store));
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await db.run(admin.identity, ...changing({ kind: 'cost', value: 60 }));
    const report = `select quantity::int, cost::float8 as cost from report_variants($1, current_date - 1, current_date + 1)
      where product_id = $2`;
    const [sold] = await db.run(admin.identity, report, [store.tenantId, store.hoodieId]);
    expect(sold).toEqual({ quantity: sold?.quantity, cost: 60 * Number(sold?.quantity) });
    expect(await db.run(clerk.identity, report, [store.tenantId, store.hoodieId])).toEqual([
      { quantity: sold?.quantity, cost: null },
    ]);
  });
});
