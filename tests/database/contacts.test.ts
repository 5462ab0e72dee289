import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { functionAttacks } from './attack-matrix.ts';
import { contact, makeWorld, type World } from './attack-world.ts';
import { makePerson, type Person } from './people.ts';
import { address } from './store.ts';

let db: TestDatabase;
let world: World;
/** Somebody with every capability that can be held without that to see phone numbers and addresses in full. */
let clerk: Person;
/** The same with it. */
let trusted: Person;

/** What would give a customer away, in any notation. */
const secrets = [
  /19283746/,
  ...Object.values(contact)
    .slice(1)
    .map((text) => new RegExp(text)),
];
const secretsIn = (answer: unknown) => {
  const text = JSON.stringify(answer) ?? '';
  return secrets.filter((secret) => secret.test(text)).map(String);
};

beforeAll(async () => {
  db = await createTestDatabase();
  world = await makeWorld(db);
  clerk = await staffWith('customers.see_contact');
  trusted = await staffWith('');
  // Staff change an address to theirs: the log has it.
  for (const street of ['Elsewhere', contact.street])
    await db.run(world.admin.identity, 'select edit_order($1::text::uuid, $2::text::jsonb)', [
      world.payingOrderId,
      JSON.stringify({ address: { ...address, ...contact, street } }),
    ]);
});
afterAll(() => db.drop());

/** Staff of the victim's store with every capability but one and those that need it. */
async function staffWith(missing: string): Promise<Person> {
  const person = await makePerson(db, world.store.tenantId);
  const [role] = await db.owner<{ id: string }[]>`
    with recursive lost as (
      select ${missing}::text as capability
      union select needs.capability from lost join private.capability_needs needs on needs.needs = lost.capability
    ), role as (
      insert into private.staff_roles (name) values (${`All but ${missing}`}) returning id
    ), granted as (
      insert into private.staff_role_capabilities (role_id, capability)
      select role.id, capability.name from role, private.capabilities capability
      where capability.name not in (select capability from lost)
    )
    select id from role`;
  await db.owner`
    insert into staff_grants (user_id, tenant_id, role_id) values (${person.id}, ${world.store.tenantId}, ${role?.id ?? ''})`;
  return person;
}

/** What can be read of each table and view, and each computed field of its rows. */
async function readings(): Promise<{ name: string; statement: string }[]> {
  const relations = await db.owner<{ name: string; columns: string[]; whole: boolean }[]>`
    select relation.relname as name, array_agg(column_of.attname order by column_of.attnum) as columns,
      has_table_privilege('authenticated', relation.oid, 'select') as whole
    from pg_class relation join pg_attribute column_of on column_of.attrelid = relation.oid and column_of.attnum > 0
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v', 'm') and not column_of.attisdropped
      and has_column_privilege('authenticated', relation.oid, column_of.attnum, 'select')
    group by relation.oid`;
  const computed = await db.owner<{ name: string; relation: string }[]>`
    select called.proname as name, relation.relname as relation
    from pg_proc called join pg_class relation on relation.reltype = called.proargtypes[0] and called.pronargs = 1
    where called.pronamespace = 'public'::regnamespace and relation.relnamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', called.oid, 'execute')`;
  return [
    ...relations.map(({ name, columns }) => ({
      name,
      statement: `select ${columns.map((column) => `"${column}"`).join(', ')} from public."${name}"`,
    })),
    ...computed.map(({ name, relation }) => ({
      name: `${relation}.${name}`,
      statement: `select public."${name}"("${relation}") as field from public."${relation}"`,
    })),
  ];
}

/** What each statement gives away to somebody; a refused one gives nothing. */
async function found(person: Person, statements: { name: string; statement: string }[]) {
  const given: string[] = [];
  for (const { name, statement } of statements) {
    const rows = await db
      .run(person.identity, statement, [], { rollback: true })
      .catch(({ code, detail, message }) => [{ code, detail, message }]);
    if (secretsIn(rows).length > 0) given.push(name);
  }
  return given;
}

describe('phone numbers and addresses in full', () => {
  test('are in no table, view or computed field for staff without the right, and are there with it', async () => {
    const statements = await readings();
    expect(await found(clerk, statements)).toEqual([]);
    expect(await found(trusted, statements)).toEqual(
      expect.arrayContaining([
        ...['addresses', 'order_addresses', 'invoice_addresses', 'profile_phones', 'audit_log'],
        ...['orders.address', 'order_edits.shown_changes', 'invoices.shown_buyer', 'profiles.phone'],
      ]),
    );
    // Nor for the rest of the store, in the columns that everybody who sees a row reads.
    expect(await found(trusted, statements)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(orders|order_edits|invoices|profiles|order_staff_facts)$/),
      ]),
    );
  });

  test('come out of no function for staff without the right', async () => {
    const statements = Object.entries(functionAttacks).map(([name, { call }]) => ({
      name,
      statement: `select to_jsonb(answer) as answer from (select * from ${call(world)} as result) answer`,
    }));
    expect(await found(clerk, statements)).toEqual([]);
    expect(await found(trusted, statements)).toEqual(
      expect.arrayContaining(['list_customers', 'export_personal_data']),
    );
  });

  test('are in no live message', async () => {
    expect(secretsIn(await db.owner`select topic, event, payload from realtime.messages`)).toEqual([]);
  });

  test('are replaced by the last digits, the governorate and the city', async () => {
    const [order] = await db.run(
      clerk.identity,
      'select destination, address(orders) from orders where id = $1',
      [world.orderId],
    );
    const shown = { full_name: 'Mona', phone: '•••••••3746', governorate: 'Cairo', city: 'Maadi' };
    expect(order).toMatchObject({ address: order?.destination });
    expect(order?.destination).toMatchObject({
      ...shown,
      full_name: expect.any(String),
      city: expect.any(String),
    });
    const listed = await db.run(
      clerk.identity,
      'select phone from list_customers(array[$1::text]) where id = $2::text::uuid',
      [...[world.store.tenantId, world.victim.id]],
    );
    expect(listed).toEqual([{ phone: '•••••••3746' }]);
  });

  test('are there for their own person', async () => {
    const [order] = await db.run(world.victim.identity, 'select address(orders) from orders where id = $1', [
      world.orderId,
    ]);
    expect(order?.address).toMatchObject(contact);
    expect(await db.run(world.victim.identity, 'select phone(profiles) from profiles', [])).toEqual([
      { phone: contact.phone },
    ]);
  });

  test.each(['010192837', '9283746', '3746', '746'])(
    'are not found by %s, a part of a number',
    async (part) => {
      const counts =
        'select (select count(*)::int from orders_found_by_phone(array[$1::text], $2)) as orders, (select count(*)::int from find_by_phone(array[$1::text], $2, 50)) as palette, (select count(*)::int from list_customers(array[$1::text], $2)) as customers';
      const tenant = world.store.tenantId;
      expect(await db.run(clerk.identity, counts, [tenant, part])).toEqual([
        { orders: 0, palette: 0, customers: 0 },
      ]);
      const [seen] = await db.run(trusted.identity, counts, [tenant, part]);
      expect(seen?.orders).toBeGreaterThan(0);
      expect(seen?.customers).toBeGreaterThan(0);
    },
  );

  test.each(['01019283746', '+20 101 928 3746'])('a whole number, %s, finds whose it is', async (number) => {
    const [seen] = await db.run(
      clerk.identity,
      'select (select count(*)::int from orders_found_by_phone(array[$1::text], $2)) as orders, (select count(*)::int from list_customers(array[$1::text], $2)) as customers',
      [world.store.tenantId, number],
    );
    expect(seen?.orders).toBeGreaterThan(0);
    expect(seen?.customers).toBe(1);
  });

  test('an order or invoice keeps nothing of them in its own row, whoever writes it', async () => {
    const full = JSON.stringify({ ...address, ...contact });
    for (const change of [
      `update orders set destination = '${full}' where id = '${world.orderId}'`,
      `update order_edits set changes = '{"address": ${full}}' where id = '${world.editId}'`,
    ])
      await expect(db.owner.unsafe(change)).rejects.toMatchObject({ code: '23514' });
  });
});
