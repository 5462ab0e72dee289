import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { functionAttacks, tableRules } from './attack-matrix.ts';
import { hostileValue, keyOf, readTables, scopeOf, type Table } from './attack-statements.ts';
import { makeWorld, type World } from './attack-world.ts';
import { makePerson, type Person } from './people.ts';

/**
 * What each capability alone opens, beyond what it needs opens already. Regenerate with
 * `vitest run --project sweeps tests/database/capabilities.sweep.test.ts -u`, and review each line that changes.
 */
const table = 'capabilities.txt';

let db: TestDatabase;
let world: World;
let tables: Table[];
let capabilities: string[];
/** What each capability needs, with what that needs. */
const needs = new Map<string, readonly string[]>();
/** Somebody with each capability alone, in the attacked store and in the other one. */
const holders = new Map<string, { here: Person; elsewhere: Person }>();

beforeAll(async () => {
  db = await createTestDatabase();
  world = await makeWorld(db);
  tables = await readTables(db);
  await db.owner.unsafe(tryStatement);
  const rows = await db.owner<{ name: string }[]>`select name from private.capabilities order by name`;
  capabilities = rows.map(({ name }) => name);
  for (const name of capabilities) {
    const [needed] = await db.owner<{ names: string[] }[]>`
      with recursive needed as (
        select ${name}::text as capability
        union select needs.needs from needed join private.capability_needs needs using (capability)
      )
      select array_agg(capability) as names from needed`;
    const held = needed?.names ?? [];
    needs.set(
      name,
      held.filter((each) => each !== name),
    );
    const [role] = await db.owner<{ id: string }[]>`
      with role as (
        insert into private.staff_roles (name) values (${`Only ${name}`}) returning id
      ), granted as (
        insert into private.staff_role_capabilities (role_id, capability) select id, unnest(${held}::text[]) from role
      )
      select id from role`;
    const [here, elsewhere] = [await staff('inkthread', role?.id), await staff('casecraft', role?.id)];
    holders.set(name, { here, elsewhere });
  }
});
afterAll(() => db.drop());

async function staff(tenantId: string, roleId = ''): Promise<Person> {
  const person = await makePerson(db, tenantId);
  await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${person.id}, ${tenantId}, ${roleId})`;
  return person;
}

/**
 * Runs statements as their caller and undoes each: the error's code and name, or the first row with the number of rows. One round
 * trip tries hundreds of them.
 */
const tryStatement = `
  create schema attacks;
  grant usage on schema attacks to authenticated;
  create function attacks.try(p_statement text) returns text language plpgsql as $$
  declare
    v_row jsonb;
    v_rows bigint;
    v_code text;
    v_detail text;
    v_message text;
  begin
    execute p_statement into v_row;
    get diagnostics v_rows = row_count;
    set constraints all immediate;
    raise exception using errcode = 'SK999';
  exception
    when sqlstate 'SK999' then
      return coalesce(v_row::text, 'none');
    when others then
      get stacked diagnostics v_code = returned_sqlstate, v_detail = pg_exception_detail, v_message = message_text;
      return v_code || ' ' || case when v_code like 'P%' then v_detail else v_message end;
  end
  $$;
  grant execute on function attacks.try to authenticated`;

async function attemptAll(person: Person, statements: readonly string[]): Promise<string[]> {
  const rows = await db.run(
    person.identity,
    `select attacks.try(given.statement) as outcome
     from jsonb_array_elements_text($1::text::jsonb) with ordinality given (statement, place) order by place`,
    [JSON.stringify(statements)],
    { rollback: true },
  );
  return rows.map(({ outcome }) => String(outcome));
}

const isRefused = (outcome: string) => outcome.startsWith('42501');
/** Whether a statement did more for somebody than for a shopper of the store. */
const isOpened = (outcome: string, forShopper: string) => !isRefused(outcome) && outcome !== forShopper;

interface Attempt {
  /** What it is called in the table: "orders reads", "cancel_order". */
  name: string;
  statement: string;
  /** Whether an outcome says that nothing was reached, whoever asked. */
  isNothing: (outcome: string) => boolean;
}

const counted = (statement: string) =>
  `with tried as (${statement} returning 1) select to_jsonb(count(*)) from tried`;

/** What is tried with a table, where the API's roles may at all. */
async function tableAttempts(one: Table): Promise<Attempt[]> {
  const { name, columns } = one;
  const rules = tableRules[name];
  if (!rules) throw new Error(`Say in the attack matrix what people may do with ${name}`);
  const [granted] = await db.owner<{ reads: boolean; removes: boolean }[]>`
    select has_table_privilege('authenticated', ${`public.${name}`}, 'select') as reads,
      has_table_privilege('authenticated', ${`public.${name}`}, 'delete') as removes`;
  const scope = scopeOf(one);
  const others = `${scope} and not (${rules.public ?? 'false'})`;
  const isNothing = (outcome: string) => outcome === '0' || isRefused(outcome);
  const attempts: Attempt[] = [];
  if (granted?.reads) {
    const keys = `select ${keyOf(one)} as key from ${name} t where ${others}`;
    attempts.push({
      name: `${name}: read`,
      statement: `select to_jsonb(count(*)) from (${keys}) found`,
      isNothing,
    });
  }
  if (granted?.removes)
    attempts.push({
      name: `${name}: delete`,
      statement: counted(`delete from ${name} t where ${scope}`),
      isNothing,
    });
  for (const column of columns.filter(({ updatable, generated }) => updatable && !generated)) {
    const change = `update ${name} t set ${column.name} = ${hostileValue(column, null)} where ${scope}`;
    attempts.push({ name: `${name}: update ${column.name}`, statement: counted(change), isNothing });
  }
  const derived = rules.derived ?? [];
  const filled = columns.filter(
    (column) => column.insertable && !column.generated && !derived.includes(column.name),
  );
  if (filled.length > 0) {
    const [row] = await db.owner.unsafe(
      `select to_jsonb(t) as row from ${name} t where ${scope} and (${rules.own ?? 'true'}) limit 1`,
      rules.own ? [world.victim.id] : [],
    );
    const copy = {
      // The attacked store, also where its victim has no row to copy.
      tenant_id: world.store.tenantId,
      ...row?.row,
      ...(one.key.includes('id') && name !== 'profiles' ? { id: crypto.randomUUID() } : {}),
    };
    const names = filled.map((column) => column.name);
    const document = `'${JSON.stringify(copy).replaceAll("'", "''")}'::jsonb`;
    attempts.push({
      name: `${name}: insert`,
      statement: counted(
        `insert into ${name} (${names.join(', ')}) select ${names.map((each) => `r.${each}`).join(', ')}
         from jsonb_populate_record(null::${name}, ${document}) r`,
      ),
      isNothing: isRefused,
    });
  }
  return attempts;
}

/** Every function that is not open to all. */
function functionAttempts(): Attempt[] {
  return Object.entries(functionAttacks).flatMap(([name, { call, outcome }]) => {
    if (outcome === 'open') return [];
    const statement = `select to_jsonb(answer) from (select * from ${call(world)} as result) answer`;
    const isNothing = (answer: string) =>
      answer === 'none' || answer === '{"result": false}' || /^[0-9A-Z]{5} /.test(answer);
    return [{ name: `${name}()`, statement, isNothing }];
  });
}

const allAttempts = async () => [
  ...(await Promise.all(tables.map((one) => tableAttempts(one)))).flat(),
  ...functionAttempts(),
];

/** Names columns together that the same capabilities change: "orders: update a, b". */
function joined(lines: readonly { name: string; opens: string[] }[]): string[] {
  const groups = new Map<string, string[]>();
  const result: string[] = [];
  for (const { name, opens } of lines) {
    const asked = opens.length > 0 ? opens.join(', ') : 'no capability';
    const [, change, column] = /^(.*: update) (.*)$/.exec(name) ?? [];
    if (change && column) {
      const key = `${change}|${asked}`;
      groups.set(key, [...(groups.get(key) ?? []), column]);
    } else result.push(`${name}: ${asked}`);
  }
  for (const [key, columns] of groups) {
    const [change, asked] = key.split('|');
    result.push(`${change} ${columns.join(', ')}: ${asked}`);
  }
  return result.sort();
}

test('one table lists what each capability alone opens in its store', async () => {
  const attempts = await allAttempts();
  const statements = attempts.map(({ statement }) => statement);
  const shopper = await attemptAll(await makePerson(db, 'inkthread'), statements);
  const opened = attempts.map(({ name }) => ({ name, opens: [] as string[] }));
  for (const capability of capabilities) {
    const { here } = holders.get(capability) ?? {};
    if (!here) throw new Error(`Nobody has ${capability}`);
    const outcomes = await attemptAll(here, statements);
    for (const [index, outcome] of outcomes.entries())
      if (isOpened(outcome, shopper[index] ?? '')) opened[index]?.opens.push(capability);
  }
  const ofItself = opened.map(({ name, opens }) => ({
    name,
    opens: opens.filter((capability) => !needs.get(capability)?.some((needed) => opens.includes(needed))),
  }));
  const useless = capabilities.filter((name) => !ofItself.some(({ opens }) => opens.includes(name)));
  const lines = [...joined(ofItself), ...useless.map((name) => `nothing of its own: ${name}`)];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(table);
});

test('no capability opens anything of a store in which one does not have it', async () => {
  const attempts = await allAttempts();
  const statements = attempts.map(({ statement }) => statement);
  for (const capability of capabilities) {
    const { elsewhere } = holders.get(capability) ?? {};
    if (!elsewhere) throw new Error(`Nobody has ${capability}`);
    const outcomes = await attemptAll(elsewhere, statements);
    const reached = attempts.flatMap(({ name, isNothing }, index) => {
      const outcome = outcomes[index] ?? '';
      return isNothing(outcome) ? [] : [`${name} → ${outcome}`];
    });
    expect(reached, capability).toEqual([]);
  }
});

describe('a person who rules two stores', () => {
  const ruler = async () => {
    const person = await makePerson(db, 'inkthread', 'super_admin');
    await db.owner`insert into profiles (id, tenant_id, name) values (${person.id}, 'casecraft', 'Both')`;
    await db.owner`insert into user_roles (user_id, tenant_id, role) values (${person.id}, 'casecraft', 'super_admin')`;
    return person;
  };

  test('moves no row from one to the other', async () => {
    const stored = tables.filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id'));
    const outcomes = await attemptAll(
      await ruler(),
      stored.map((one) => counted(`update ${one.name} t set tenant_id = 'casecraft' where ${scopeOf(one)}`)),
    );
    const moved = stored.flatMap(({ name }, index) => {
      const outcome = outcomes[index] ?? '';
      return outcome === '0' || /^[0-9A-Z]{5} /.test(outcome) ? [] : [`${name} → ${outcome}`];
    });
    expect(moved).toEqual([]);
  });

  test('lets no row refer to a row of the other', async () => {
    const references = await db.owner<{ name: string; column: string; target: string }[]>`
      select c.conrelid::regclass::text as name, a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname not in ('tenant_id', 'user_id', 'id')
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid::regclass::text not like '%.%'
        and has_column_privilege('authenticated', c.conrelid, a.attnum, 'update')`;
    expect(references).toContainEqual({ name: 'products', column: 'category_id', target: 'categories' });
    const foreign = new Map<string, string>();
    for (const { target } of references) {
      const [row] = await db.owner.unsafe(`select id from ${target} where tenant_id = 'casecraft' limit 1`);
      if (row) foreign.set(target, String(row.id));
    }
    const tried = references.filter(({ target }) => foreign.has(target));
    const outcomes = await attemptAll(
      await ruler(),
      tried.map(({ name, column, target }) =>
        counted(`update ${name} t set ${column} = '${foreign.get(target)}' where t.tenant_id = 'inkthread'`),
      ),
    );
    const bound = tried.flatMap(({ name, column }, index) => {
      const outcome = outcomes[index] ?? '';
      return outcome === '0' || /^[0-9A-Z]{5} /.test(outcome) ? [] : [`${name}.${column} → ${outcome}`];
    });
    expect(bound).toEqual([]);
  });
});
