import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { functionAttacks, superAdminOnly, tableRules } from './attack-matrix.ts';
import { hostileValue, keyOf, readTables, scopeOf, type Table } from './attack-statements.ts';
import { type Attacker, makeWorld, type World } from './attack-world.ts';
import { attempt } from './people.ts';

let db: TestDatabase;
let world: World;
let tables: Table[];

beforeAll(async () => {
  db = await createTestDatabase();
  world = await makeWorld(db);
  tables = await readTables(db);
});
afterAll(() => db.drop());

const tableNames = Object.keys(tableRules);
const table = (name: string): Table => {
  const found = tables.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`No table ${name}`);
  return found;
};
const scope = (name: string) => scopeOf(table(name));

/** Keys of the attacked store's rows that meet a condition. */
async function keys(name: string, condition = 'true', parameters: string[] = []): Promise<string[]> {
  const rows = await db.owner.unsafe(
    `select ${keyOf(table(name))} as key from ${name} t where ${scope(name)} and (${condition}) order by 1`,
    parameters,
  );
  return rows.map((row) => String(row.key));
}

async function contentOf(name: string): Promise<unknown[]> {
  return db.owner.unsafe(
    `select to_jsonb(t) as row from ${name} t where ${scope(name)} order by ${keyOf(table(name))}`,
  );
}

async function contentOfAll(): Promise<string> {
  const parts = tables.map(
    ({ name }) =>
      `(select coalesce(md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)), '') from ${name} t)`,
  );
  const [row] = await db.owner.unsafe(
    `select array_to_string(array[${parts.join(', ')}], ',') as digest, (select count(*) from auth.users) as users,
       (select count(*) from auth.mfa_factors) as factors`,
  );
  return JSON.stringify(row);
}

/** Tries every column that is not allowed, one by one, and compares the whole table after each try. */
async function attackColumns(
  name: string,
  attacker: Attacker,
  allowed: readonly string[] = [],
): Promise<void> {
  const before = await contentOf(name);
  for (const column of table(name).columns) {
    if (column.generated || allowed.includes(column.name)) continue;
    await attempt(
      db,
      attacker.identity,
      `update ${name} t set ${column.name} = ${hostileValue(column, attacker.id)} where ${scope(name)}`,
    );
    expect(withoutColumns(await contentOf(name), allowed), `${name}.${column.name}`).toEqual(
      withoutColumns(before, allowed),
    );
  }
}

function withoutColumns(rows: unknown[], columns: readonly string[]): unknown[] {
  return rows.map((row) => {
    const { row: content } = row as { row: Record<string, unknown> };
    return Object.fromEntries(Object.entries(content).filter(([column]) => !columns.includes(column)));
  });
}

/** Tries to insert copies of the store's rows, with every column the role may fill in; each must be refused. */
async function attackInsert(name: string, attacker: Attacker): Promise<void> {
  const before = await contentOf(name);
  const role = attacker.identity.role;
  const columns = table(name).columns.filter(({ generated }) => !generated);
  const granted = await db.owner<{ column: string }[]>`
    select c as column from unnest(${columns.map((column) => column.name)}::text[]) c
    where has_column_privilege(${role}, ${`public.${name}`}, c, 'insert')`;
  const filled = granted.length > 0 ? granted.map((row) => row.column) : columns.map((column) => column.name);
  const names = filled.filter((column) => !tableRules[name]?.derived?.includes(column));
  const victims = tableRules[name]?.own;
  const [row] = await db.owner.unsafe(
    `select to_jsonb(t) as row from ${name} t where ${scope(name)} ${victims ? `and (${victims})` : ''} limit 1`,
    victims ? [world.victim.id] : [],
  );
  const copy = {
    // The attacked store, also where its victim has no row to copy.
    tenant_id: world.store.tenantId,
    ...row?.row,
    ...(columns.some((c) => c.name === 'id' && c.type === 'uuid') ? { id: fresh(name) } : {}),
  };
  const outcome = await attempt(
    db,
    attacker.identity,
    `insert into ${name} (${names.join(', ')}) select ${names.map((c) => `r.${c}`).join(', ')}
     from jsonb_populate_record(null::${name}, $1::text::jsonb) r`,
    [JSON.stringify(copy)],
  );
  expect(outcome, `insert into ${name}`).toMatchObject({ code: '42501' });
  expect(await contentOf(name)).toEqual(before);
}

// A profile's id is its account's: a new one would fail only for lack of an account.
const fresh = (name: string) => (name === 'profiles' ? world.victim.id : crypto.randomUUID());

async function attackDelete(name: string, attacker: Attacker): Promise<void> {
  const before = await contentOf(name);
  await attempt(db, attacker.identity, `delete from ${name} t where ${scope(name)}`);
  expect(await contentOf(name), `delete from ${name}`).toEqual(before);
}

test('the sweep covers every table and every function', async () => {
  expect(tables.map(({ name }) => name)).toEqual(tableNames.toSorted());
  for (const { name } of tables) expect(await keys(name), `rows of the store in ${name}`).not.toEqual([]);
  const functions = await db.owner`
    select distinct proname from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and not exists (select 1 from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
    order by 1`;
  expect(functions.map((row) => row.proname)).toEqual(Object.keys(functionAttacks).toSorted());
});

describe.each(tableNames)('in %s', (name) => {
  const rules = tableRules[name] ?? {};

  test('others read only what is public', async () => {
    for (const attacker of world.attackers) {
      const mine = attacker.id && rules.own ? await keys(name, rules.own, [attacker.id]) : [];
      const visible = [...new Set([...(await keys(name, rules.public ?? 'false')), ...mine])].toSorted();
      const outcome = await attempt(
        db,
        attacker.identity,
        `select ${keyOf(table(name))} as key from ${name} t where ${scope(name)}`,
      );
      const seen = 'rows' in outcome ? outcome.rows.map((row) => String(row.key)).toSorted() : [];
      if (!('rows' in outcome)) expect(outcome.code).toBe('42501');
      expect(seen, attacker.name).toEqual(visible);
    }
  });

  test('others change nothing', async () => {
    const own = rules.owner?.update ?? [];
    for (const attacker of world.attackers) {
      // An attacker who has rows of their own here may change those as their owner.
      const has = attacker.id && rules.own ? await keys(name, rules.own, [attacker.id]) : [];
      await attackColumns(name, attacker, has.length > 0 ? own : []);
    }
  });

  test('others add nothing', async () => {
    for (const attacker of world.attackers) await attackInsert(name, attacker);
  });

  test('others remove nothing', async () => {
    for (const attacker of world.attackers) await attackDelete(name, attacker);
  });

  test("a row's owner changes only what they may change", async () => {
    const owner: Attacker = { name: 'owner', identity: world.victim.identity, id: world.victim.id };
    await attackColumns(name, owner, rules.owner?.update);
    if (!rules.owner?.insert) await attackInsert(name, owner);
    if (!rules.owner?.delete) await attackDelete(name, owner);
  });

  test('staff change only what they may change', async () => {
    const staff: Attacker = { name: 'staff', identity: world.admin.identity, id: world.admin.id };
    const asCustomer = rules.own ? (rules.owner?.update ?? []) : [];
    await attackColumns(name, staff, [...(rules.staff?.update ?? []), ...asCustomer]);
    if (!rules.staff?.insert) await attackInsert(name, staff);
    if (!rules.staff?.delete) await attackDelete(name, staff);
  });
});

test("nothing public identifies anybody's account", async () => {
  const accounts = await db.owner<{ table: string; column: string }[]>`
    select distinct c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.atttypid = 'uuid'::regtype
    where c.contype = 'f' and c.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)`;
  const open = accounts.filter(({ table: name }) => tableRules[name]?.public);
  expect(open).toContainEqual({ table: 'reviews', column: 'user_id' });
  for (const { table: name, column } of open) {
    for (const attacker of world.attackers) {
      const outcome = await attempt(
        db,
        attacker.identity,
        `select ${column} from ${name} t where ${scope(name)} and ${column} is distinct from $1::text::uuid`,
        [attacker.id],
      );
      const ids = 'rows' in outcome ? outcome.rows.filter((row) => row[column] !== null) : [];
      expect(ids, `${name}.${column} for ${attacker.name}`).toEqual([]);
    }
  }
});

describe.each(Object.keys(functionAttacks))('%s', (name) => {
  const attack = functionAttacks[name];
  if (!attack) throw new Error(`No attack on ${name}`);

  test('is of no use to others', async () => {
    for (const attacker of world.attackers) {
      const before = await contentOfAll();
      const outcome = await attempt(db, attacker.identity, `select * from ${attack.call(world)} as result`);
      if (attack.outcome === 'open') continue;
      expect(await contentOfAll(), attacker.name).toBe(before);
      if (attack.outcome === 'refused') expect(outcome, attacker.name).not.toHaveProperty('rows');
      else if ('rows' in outcome) expect(outcome.rows, attacker.name).toEqual([{ result: false }]);
    }
  });
});

test.each(superAdminOnly)('%s is not for an admin who is no super admin', async (name) => {
  const before = await contentOfAll();
  const outcome = await attempt(
    db,
    world.admin.identity,
    `select * from ${functionAttacks[name]?.call(world)} as result`,
  );
  expect(outcome).toMatchObject({ code: '42501' });
  expect(await contentOfAll()).toBe(before);
});

test('people without an account may call only what browsing needs', async () => {
  const rows = await db.owner`
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
      and p.prorettype <> 'trigger'::regtype and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  expect(rows.map((row) => row.proname)).toEqual([
    'available_slots',
    'delivery_fees',
    'find_districts',
    'find_page',
    'free_delivery_varies',
    'next_banner_change',
    'order_by_link',
    'product_facets',
    'quote_order',
    'redirected_page',
    'search_products',
    'search_suggestions',
    'seller',
    'shipping_options',
    'shown_words',
    'store_opening',
  ]);
});
