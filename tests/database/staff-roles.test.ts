import type { Row } from 'embedded-supabase/database';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { makeStore, type Store } from './store.ts';

let store: Store;
let other: Store;
let owner: Person;
let ruler: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  other = await makeStore(db, 'casecraft');
  ruler = await makePerson(db, store.tenantId, 'super_admin');
  owner = await makePerson(db, store.tenantId);
  await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
});

interface StaffRole {
  id: string;
  key: string | null;
  name: string;
  capabilities: string[];
}

const roles = () =>
  ruler.value<StaffRole[]>('select jsonb_agg(to_jsonb(role)) as value from list_staff_roles($1) role', [
    store.tenantId,
  ]);

async function roleOf(name: string): Promise<StaffRole> {
  const found = (await roles()).find((role) => role.name === name);
  if (!found) throw new Error(`No role ${name}`);
  return found;
}

const save = 'select save_staff_role($1, $4, $5::text::jsonb, $6::text::text[], $2::text::uuid, $3)';
const saveRole = async (name: string, capabilities: string[]) => {
  await owner.run(save, [store.tenantId, null, null, name, '{}', `{${capabilities}}`]);
  return roleOf(name);
};

const grant = 'select grant_staff_role($1::text::uuid, $2, $3::text::uuid, $4::text::date, $5::text::date)';
const give = (
  by: Person,
  person: Person,
  role: StaffRole,
  from: string | null = null,
  until: string | null = null,
) => by.run(grant, [person.id, store.tenantId, role.id, from, until]);
const take = (by: Person, person: Person, role: StaffRole) =>
  by.run('select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [
    ...[person.id, store.tenantId, role.id],
  ]);

async function rightsOf(person: Person, tenantId = store.tenantId): Promise<string[]> {
  const rows = await person.run(
    'select unnest(capabilities) as capability from my_workplaces() where tenant_id = $1',
    [tenantId],
  );
  return rows.map(({ capability }) => String(capability)).toSorted();
}

const day = (offset: number) =>
  db.owner`select (private.shop_time()::date + ${offset}::integer)::text as day`.then(([row]) =>
    String(row?.day),
  );

describe('the roles of every installation', () => {
  test('are there, with what each needs, and stay as they are', async () => {
    const known = await roles();
    expect(known.map(({ key }) => key)).toEqual([
      ...['manager', 'packer', 'printer', 'support', 'catalogue', 'marketing', 'bookkeeper'],
    ]);
    const needs = new Map(
      (await ruler.run('select * from list_capabilities($1)', [store.tenantId])).map((row) => [
        String(row.capability),
        row.needs as string[],
      ]),
    );
    for (const { name, capabilities } of known)
      for (const capability of capabilities)
        expect(capabilities, `${name}: ${capability}`).toEqual(
          expect.arrayContaining(needs.get(capability) ?? ['unknown']),
        );
    const packer = await roleOf('Packer');
    for (const [statement, parameters] of [
      [save, [store.tenantId, packer.id, 1, 'Mine', '{}', '{orders.see}']],
      ['select delete_staff_role($1, $2::text::uuid)', [store.tenantId, packer.id]],
    ] as const)
      expect(await owner.refusal(statement, [...parameters])).toMatchObject({
        detail: 'staff_role_fixed',
      });
  });

  test('include a manager, who may what an admin may', async () => {
    const admin = await makePerson(db, store.tenantId, 'admin');
    expect((await roleOf('Manager')).capabilities.toSorted()).toEqual(await rightsOf(admin));
  });
});

describe('a person with roles', () => {
  test('may what all of them together allow, in that store alone', async () => {
    const person = await makePerson(db, store.tenantId);
    expect(await rightsOf(person)).toEqual([]);
    const [packer, catalog] = [await roleOf('Packer'), await roleOf('Catalog')];
    await give(ruler, person, packer);
    await give(ruler, person, catalog);
    expect(await rightsOf(person)).toEqual([...packer.capabilities, ...catalog.capabilities].toSorted());
    expect(await rightsOf(person, other.tenantId)).toEqual([]);
    const change = (where: Store) =>
      person.run('update products set price = 99 where id = $1 returning id', [where.mugId]);
    expect(await change(store)).toHaveLength(1);
    expect(await change(other)).toEqual([]);
    expect(await person.refusal('select list_staff_roles($1)', [store.tenantId])).toMatchObject({
      code: '42501',
    });
  });

  test('loses them with the very next statement when they are taken away', async () => {
    const person = await makePerson(db, store.tenantId);
    const catalog = await roleOf('Catalog');
    await give(ruler, person, catalog);
    await take(ruler, person, catalog);
    expect(await rightsOf(person)).toEqual([]);
  });

  test('has them from the first to the last day', async () => {
    const [person, printer] = [await makePerson(db, store.tenantId), await roleOf('Printer')];
    await give(ruler, person, printer, await day(1), await day(7));
    expect(await rightsOf(person)).toEqual([]);
    await give(ruler, person, printer, await day(-1), await day(0));
    expect(await rightsOf(person)).toEqual(printer.capabilities);
    await db.owner`update staff_grants set ends_on = ends_on - 1, starts_on = starts_on - 1 where user_id = ${person.id}`;
    expect(await rightsOf(person)).toEqual([]);
    for (const [from, until] of [
      [null, await day(-1)],
      [await day(3), await day(2)],
    ])
      expect(
        await ruler.refusal(grant, [person.id, store.tenantId, printer.id, from ?? null, until ?? null]),
      ).toMatchObject({ detail: 'invalid_grant_days' });
  });

  test('needs the second step that staff have', async () => {
    const [person, catalog] = [await makePerson(db, store.tenantId), await roleOf('Catalog')];
    await give(ruler, person, catalog);
    await db.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${person.id}, 'totp', 'verified', now(), now())`;
    const change = 'update products set price = 98 where id = $1 returning id';
    expect(await person.run(change, [store.mugId])).toEqual([]);
    expect(await db.run(person.assured, change, [store.mugId])).toHaveLength(1);
  });

  test('keeps their account until the roles are taken away', async () => {
    const [person, packer] = [await makePerson(db, store.tenantId), await roleOf('Packer')];
    await give(ruler, person, packer);
    const remove = 'select delete_account($1, $2::text::uuid)';
    expect(await owner.refusal(remove, [store.tenantId, person.id])).toMatchObject({
      detail: 'staff_account',
    });
  });
});

describe('granting', () => {
  let deputy: Person;
  beforeAll(async () => {
    deputy = await makePerson(db, store.tenantId);
    await give(owner, deputy, await saveRole('Deputy', ['people.manage', 'orders.pack']));
  });

  test('gives nobody what the granter lacks', async () => {
    const person = await makePerson(db, store.tenantId);
    await give(deputy, person, await roleOf('Packer'));
    expect(await rightsOf(person)).toContain('orders.pack');
    for (const outcome of [
      await deputy.attempt(grant, [person.id, store.tenantId, (await roleOf('Manager')).id, null, null]),
      await deputy.attempt("select set_user_role($1::text::uuid, $2, 'admin')", [
        ...[person.id, store.tenantId],
      ]),
      await deputy.attempt("select set_user_role($1::text::uuid, $2, 'super_admin')", [
        ...[deputy.id, store.tenantId],
      ]),
    ])
      expect(outcome).toMatchObject({ detail: 'grants_more_than_own' });
  });

  test('takes nothing from people who may more', async () => {
    const manager = await makePerson(db, store.tenantId);
    const role = await roleOf('Manager');
    await give(ruler, manager, role);
    const admin = await makePerson(db, store.tenantId, 'admin');
    for (const outcome of [
      await deputy.attempt('select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [
        ...[manager.id, store.tenantId, role.id],
      ]),
      await deputy.attempt("select set_user_role($1::text::uuid, $2, 'user')", [
        ...[admin.id, store.tenantId],
      ]),
      await deputy.attempt('select remove_user_factors($1::text::uuid, $2)', [
        ...[manager.id, store.tenantId],
      ]),
    ])
      expect(outcome).toMatchObject({ detail: 'grants_more_than_own' });
  });

  test('is for people of the store alone, and by its own staff', async () => {
    const [packer, stranger] = [await roleOf('Packer'), await makePerson(db, other.tenantId)];
    expect(await ruler.refusal(grant, [stranger.id, store.tenantId, packer.id, null, null])).toMatchObject({
      detail: 'unknown_person',
    });
    const foreign = await makePerson(db, other.tenantId, 'super_admin');
    expect(await foreign.refusal(grant, [ruler.id, store.tenantId, packer.id, null, null])).toMatchObject({
      code: '42501',
    });
  });
});

describe("an installation's own roles", () => {
  test('are made by its owner alone, take with them what they need, and change for all who have them', async () => {
    const parameters = [
      store.tenantId,
      null,
      null,
      'Photographer',
      '{"ar": {"name": "مصور"}}',
      '{products.price}',
    ];
    expect(await ruler.refusal(save, parameters)).toMatchObject({
      detail: 'platform_owner_only',
    });
    await owner.run(save, parameters);
    const role = await roleOf('Photographer');
    expect(role.capabilities).toEqual(['approvals.see', 'products.change', 'products.price', 'products.see']);
    const person = await makePerson(db, store.tenantId);
    await give(ruler, person, role);
    await owner.run(save, [store.tenantId, role.id, 1, 'Photographer', '{}', '{products.see}']);
    expect(await rightsOf(person)).toEqual(['products.see']);
  });

  test('are not overwritten by somebody who saw an earlier state', async () => {
    const role = await saveRole('Cashier', ['money.settle_cash']);
    await owner.run(save, [store.tenantId, role.id, 1, 'Cashier', '{}', '{money.see}']);
    expect(
      await owner.refusal(save, [store.tenantId, role.id, 1, 'Cashier', '{}', '{orders.see}']),
    ).toMatchObject({ detail: 'staff_role_changed' });
  });

  test('have a name of their own, and something that they may', async () => {
    await saveRole('Night shift', ['orders.pack']);
    const refusals = await Promise.all(
      [
        [' night SHIFT ', '{orders.see}'],
        ['Nobody', '{}'],
        ['Wizard', '{magic.do}'],
        ['  ', '{orders.see}'],
      ].map(([name = '', capabilities = '']) =>
        owner.refusal(save, [store.tenantId, null, null, name, '{}', capabilities]),
      ),
    );
    expect(refusals.map(({ detail, code }) => detail ?? code)).toEqual([
      ...['staff_role_name_taken', 'unknown_capability', 'unknown_capability'],
      expect.anything(),
    ]);
  });

  test('are deleted once nobody has them', async () => {
    const [role, person] = [await saveRole('Season', ['orders.see']), await makePerson(db, store.tenantId)];
    await give(ruler, person, role);
    const remove = 'select delete_staff_role($1, $2::text::uuid)';
    expect(await owner.refusal(remove, [store.tenantId, role.id])).toMatchObject({
      detail: 'staff_role_held',
    });
    await take(ruler, person, role);
    await owner.run(remove, [store.tenantId, role.id]);
    expect((await roles()).map(({ name }) => name)).not.toContain('Season');
  });
});

test('people learn in which stores they work, and what they may do in each, whatever the stores’ number', async () => {
  const person = await makePerson(db, store.tenantId);
  const worksIn = async (who: Person) => {
    const rows = await db.run(who.identity, 'select * from my_workplaces()');
    return new Map(rows.map((row) => [String(row.tenant_id), (row.capabilities as string[]).toSorted()]));
  };
  expect(await worksIn(person)).toEqual(new Map());
  const packer = await roleOf('Packer');
  await give(ruler, person, packer);
  expect(await worksIn(person)).toEqual(new Map([[store.tenantId, packer.capabilities.toSorted()]]));
  const everywhere = await worksIn(owner);
  for (const { tenantId } of [store, other])
    expect(everywhere.get(tenantId)).toEqual(await rightsOf(owner, tenantId));
});

test('the list of rights says who may do what, and through which role', async () => {
  const [person, role] = [await makePerson(db, store.tenantId), await roleOf('Bookkeeper')];
  await give(ruler, person, role, null, await day(30));
  const rows: Row[] = await ruler.run(
    "select user_id, role, role_id, ends_on::text from list_staff_rights($1) where capability = 'money.settle_cash'",
    [store.tenantId],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { user_id: person.id, role: null, role_id: role.id, ends_on: await day(30) },
      { user_id: ruler.id, role: 'super_admin', role_id: null, ends_on: null },
      { user_id: owner.id, role: 'super_admin', role_id: null, ends_on: null },
    ]),
  );
});

test('only who may settings.money changes the account that shoppers pay to', async () => {
  const person = await makePerson(db, store.tenantId);
  await give(ruler, person, await saveRole('Window dresser', ['settings.store']));
  const change = (column: string) =>
    person.attempt(
      `update settings set ${column} = ${column} || '{"bankDetails": "EG00"}' where tenant_id = $1 returning tenant_id`,
      [store.tenantId],
    );
  expect(await change('payment')).toMatchObject({ code: '42501', detail: 'super_admin_only' });
  expect(await change('contact')).not.toHaveProperty('code');
  await give(ruler, person, await saveRole('Treasurer', ['settings.money']));
  expect(await change('payment')).toEqual({ rows: [{ tenant_id: store.tenantId }] });
});

describe('a role for all stores', () => {
  const everywhere = `select grant_staff_role($1::text::uuid, $2, $3::text::uuid, p_all_stores => true)`;

  test('holds in each of them, in later ones too, and is given by those alone who have it for all', async () => {
    const [person, packer] = [await makePerson(db, store.tenantId), await roleOf('Packer')];
    const parameters = [person.id, store.tenantId, packer.id];
    expect(await ruler.refusal(everywhere, parameters)).toMatchObject({
      detail: 'grants_more_than_own',
    });
    await owner.run(everywhere, parameters);
    const later = await makeStore(db, 'northblock');
    for (const { tenantId } of [store, other, later])
      expect(await rightsOf(person, tenantId)).toEqual(packer.capabilities);
    const takeEverywhere = 'select revoke_staff_role($1::text::uuid, $2, $3::text::uuid, true)';
    expect(await ruler.refusal(takeEverywhere, parameters)).toMatchObject({
      detail: 'grants_more_than_own',
    });
    await owner.run(takeEverywhere, parameters);
    expect(await rightsOf(person, later.tenantId)).toEqual([]);
    const written = await db.owner`select tenant_id, action from audit_log
      where entity = 'staff_grants' and actor_id = ${owner.id} and after ->> 'user_id' = ${person.id}
        or entity = 'staff_grants' and before ->> 'user_id' = ${person.id} order by tenant_id, id`;
    expect(written.filter(({ tenant_id }) => tenant_id === other.tenantId)).toEqual([
      { tenant_id: other.tenantId, action: 'insert' },
      { tenant_id: other.tenantId, action: 'delete' },
    ]);
  });
});

test('of two people who take each other’s right to manage people at once, one keeps it', async () => {
  const place = await makeStore(db, 'duoworks');
  const role = await saveRole('Head', ['people.manage', 'orders.see']);
  const people = [await makePerson(db, place.tenantId), await makePerson(db, place.tenantId)] as const;
  for (const { id } of people)
    await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${id}, ${place.tenantId}, ${role.id})`;
  const [one, two] = people;
  const fromAnother = (by: Person, person: Person) =>
    by.attempt('select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [
      ...[person.id, place.tenantId, role.id],
    ]);
  const outcomes = await Promise.all([fromAnother(one, two), fromAnother(two, one)]);
  expect(outcomes.filter((outcome) => 'rows' in outcome)).toHaveLength(1);
  const left = await db.owner`select user_id from staff_grants where tenant_id = ${place.tenantId}`;
  expect(left).toHaveLength(1);
});

test('the last person who manages the people of a store keeps the role', async () => {
  await db.owner`delete from user_roles where user_id = ${owner.id} and tenant_id is null`;
  const place = await makeStore(db, 'meeplehouse');
  const person = await makePerson(db, place.tenantId);
  const [head] = await db.owner`select id from private.staff_roles where name = 'Head'`;
  await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${person.id}, ${place.tenantId}, ${String(head?.id)})`;
  expect(
    await person.refusal('select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [
      ...[person.id, place.tenantId, String(head?.id)],
    ]),
  ).toMatchObject({ detail: 'last_in_charge' });
  await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
});
