import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { makeStore, type Store } from './store.ts';

let store: Store;
let other: Store;
let ruler: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  other = await makeStore(db, 'casecraft');
  ruler = await makePerson(db, store.tenantId, 'super_admin');
});

const roleOf = (who: Person, of: Person, tenantId: string | null) =>
  tenantId
    ? who.value<string | null>('select get_highest_role($1::text::uuid, $2) as value', [of.id, tenantId])
    : who.value<string | null>('select get_highest_role($1::text::uuid) as value', [of.id]);

describe('profiles', () => {
  test('the function with a tenant creates the profile and role rows, with the sign-in address', async () => {
    const person = await makePerson(db, store.tenantId, null);
    const profile = await person.value(
      'select to_jsonb(create_profile_with_tenant($1::text::uuid, $2, $3, $4)) as value',
      [person.id, store.tenantId, 'victim@example.com', 'Nour'],
    );
    expect(profile).toMatchObject({
      id: person.id,
      tenant_id: store.tenantId,
      name: 'Nour',
      email: person.email.replace('+inkthread', ''),
      metadata: { points: 0, redeemedPoints: 0, avatar: null },
    });
    expect(await roleOf(person, person, store.tenantId)).toBe('user');
  });

  test('created twice it stays one row, and a missing name is filled in once', async () => {
    const person = await makePerson(db, store.tenantId, null);
    await person.run('select create_simple_profile($1::text::uuid, $2, $3)', [
      person.id,
      store.tenantId,
      'a@b.c',
    ]);
    for (const name of ['Nour', 'Somebody else']) {
      await person.run('select create_profile_with_tenant($1::text::uuid, $2, $3, $4)', [
        person.id,
        store.tenantId,
        'a@b.c',
        name,
      ]);
    }
    expect(await person.run('select name from profiles')).toEqual([{ name: 'Nour' }]);
  });

  describe('of a new account', () => {
    const signUp = async (data: unknown) => {
      const id = randomUUID();
      await db.owner`insert into auth.users (id, email, raw_user_meta_data)
        values (${id}, ${`${id.slice(0, 8)}+inkthread@example.com`}, ${JSON.stringify(data)}::text::jsonb)`;
      const profiles = await db.owner`select tenant_id, name, email from profiles where id = ${id}`;
      const roles = await db.owner`select tenant_id, role from user_roles where user_id = ${id}`;
      return { id, profiles: [...profiles], roles: [...roles] };
    };

    test('exists before the first sign-in, with the account’s address and the customer role', async () => {
      const claims = { email: 'boss@example.com', role: 'super_admin', points: 1_000 };
      const { id, profiles, roles } = await signUp({ name: 'Nour', tenant_id: store.tenantId, ...claims });
      const email = `${id.slice(0, 8)}@example.com`;
      expect(profiles).toEqual([{ tenant_id: store.tenantId, name: 'Nour', email }]);
      expect(roles).toEqual([{ tenant_id: store.tenantId, role: 'user' }]);
    });

    test.each([
      [null],
      [[]],
      ['inkthread'],
      [{}],
      [{ name: 'Invited' }],
      [{ tenant_id: 'nowhere', name: 'Nour' }],
      [{ tenant_id: ['inkthread'] }],
      [{ tenant_id: { id: 'inkthread' } }],
      [['tenant_id', 'inkthread']],
    ])('is not created without a store’s name: %j', async (data) => {
      expect(await signUp(data)).toMatchObject({ profiles: [], roles: [] });
    });

    test.each([
      [undefined, null],
      [' \n ', null],
      [17, null],
      [{ first: 'Nour' }, null],
      ['  Nour\u0007x\r\nof\u202e\u200b Cairo\u00ad ', 'Nour x of Cairo'],
      ['\ud83e\uddf5'.repeat(200), '\ud83e\uddf5'.repeat(120)],
      ['\u0646\u0648\u0631', '\u0646\u0648\u0631'],
    ])('has a name that is clean and short enough, whatever was typed: %j', async (name, kept) => {
      const { profiles } = await signUp({ tenant_id: store.tenantId, name });
      expect(profiles).toMatchObject([{ name: kept }]);
    });

    test('is marked for staff as not confirmed until its address or number is', async () => {
      const { id } = await signUp({ tenant_id: store.tenantId, name: 'Nour' });
      const ask = (who: Person) =>
        who.run('select unconfirmed_people(array[$1::text], array[$2::text::uuid, $3::text::uuid]) as id', [
          store.tenantId,
          id,
          elsewhere,
        ]);
      const { id: elsewhere } = await signUp({ tenant_id: other.tenantId });
      const clerk = await makePerson(db, store.tenantId, 'admin');
      expect(await ask(clerk)).toEqual([{ id }]);
      await db.owner`update auth.users set email_confirmed_at = now() where id = ${id}`;
      expect(await ask(clerk)).toEqual([]);
      await db.owner`update auth.users set email_confirmed_at = null, phone_confirmed_at = now() where id = ${id}`;
      expect(await ask(clerk)).toEqual([]);
    });
  });

  test('a direct and a minimal insert work too', async () => {
    const [one, two] = [
      await makePerson(db, store.tenantId, null),
      await makePerson(db, store.tenantId, null),
    ];
    await one.run(
      'insert into profiles (id, tenant_id, email, name, created_at, updated_at) values ($1, $2, $3, $4, now(), now())',
      [one.id, store.tenantId, 'x@y.z', 'One'],
    );
    await two.run('insert into profiles (id, tenant_id) values ($1, $2)', [two.id, store.tenantId]);
    expect(await two.run('select email from profiles')).toEqual([
      { email: two.email.replace('+inkthread', '') },
    ]);
  });

  test('an upsert by id and tenant changes the name and nothing of value', async () => {
    const person = await makePerson(db, store.tenantId);
    await person.run(
      `insert into profiles (id, tenant_id, email, name) values ($1, $2, 'boss@example.com', 'New name')
       on conflict (id, tenant_id) do update set id = excluded.id, tenant_id = excluded.tenant_id, email = excluded.email, name = excluded.name`,
      [person.id, store.tenantId],
    );
    const [profile] = await person.run('select name, email from profiles');
    expect(profile).toEqual({ name: 'New name', email: person.email.replace('+inkthread', '') });
  });

  test('nobody writes points into their profile', async () => {
    const person = await makePerson(db, store.tenantId);
    for (const change of [
      'points = 1000',
      'metadata = \'{"points": 1000}\'',
      'redeemed_points = 0, points = 5',
    ]) {
      expect(await person.attempt(`update profiles set ${change}`)).not.toHaveProperty('rows');
    }
    expect(await person.run("select metadata ->> 'points' as points from profiles")).toEqual([
      { points: '0' },
    ]);
  });

  test('a profile does not move to another store', async () => {
    const person = await makePerson(db, store.tenantId);
    const refusal = await person.refusal('update profiles set tenant_id = $1', [other.tenantId]);
    expect(refusal.detail).toBe('profile_fixed');
  });

  test('one account may be a customer of several stores, with separate data in each', async () => {
    const person = await makePerson(db, store.tenantId);
    await person.run('select create_profile_with_tenant($1::text::uuid, $2, $3, $4)', [
      person.id,
      other.tenantId,
      '',
      'Other me',
    ]);
    await db.run(server, "select adjust_points($1, $2::text::uuid, 70, 'A gift')", [
      store.tenantId,
      person.id,
    ]);
    expect(await person.run('select tenant_id, points from profiles order by tenant_id')).toEqual([
      { tenant_id: 'casecraft', points: 0 },
      { tenant_id: 'inkthread', points: 70 },
    ]);
  });
});

describe('roles', () => {
  test('staff who make a profile in another store are no more than users there', async () => {
    const admin = await makePerson(db, store.tenantId, 'super_admin');
    await admin.run('select create_simple_profile($1::text::uuid, $2, $3)', [admin.id, other.tenantId, '']);
    expect(await roleOf(admin, admin, other.tenantId)).toBe('user');
    expect(await roleOf(admin, admin, store.tenantId)).toBe('super_admin');
    expect(await roleOf(admin, admin, null)).toBe('super_admin');
    expect(
      await admin.run("update products set price = 1 where tenant_id = 'casecraft' returning id"),
    ).toEqual([]);
  });

  test('a person without a role row has no role, and may give themselves the role user', async () => {
    const person = await makePerson(db, store.tenantId, null);
    expect(await roleOf(person, person, store.tenantId)).toBeNull();
    await person.run(
      "insert into user_roles (user_id, tenant_id, role, created_at) values ($1, $2, 'user', now())",
      [person.id, store.tenantId],
    );
    expect(await roleOf(person, person, store.tenantId)).toBe('user');
  });

  test('a role change applies to the very next statement with the same token', async () => {
    const person = await makePerson(db, store.tenantId);
    const edit = ['update products set price = 99 where id = $1 returning id', [store.mugId]] as const;
    expect(await person.run(...edit)).toEqual([]);
    await ruler.run("select set_user_role($1::text::uuid, $2, 'admin')", [person.id, store.tenantId]);
    expect(await person.run(...edit)).toHaveLength(1);
    await ruler.run("select set_user_role($1::text::uuid, $2, 'user')", [person.id, store.tenantId]);
    expect(await person.run(...edit)).toEqual([]);
    const log = await ruler.run(
      "select action, after from audit_log where entity = 'user_roles' and action = 'update' order by id",
    );
    expect(log).toMatchObject([
      { action: 'update', after: { role: 'admin' } },
      { action: 'update', after: { role: 'user' } },
    ]);
  });

  test('the last super admin stays, even when two demote each other at once', async () => {
    const home = await makeStore(db, 'meeplehouse');
    const [one, two] = [
      await makePerson(db, home.tenantId, 'super_admin'),
      await makePerson(db, home.tenantId, 'super_admin'),
    ];
    const demote = (by: Person, whom: Person) =>
      by.attempt("select set_user_role($1::text::uuid, $2, 'user')", [whom.id, home.tenantId]);
    await Promise.all([demote(one, two), demote(two, one)]);
    const left =
      await db.owner`select 1 from user_roles where tenant_id = ${home.tenantId} and role = 'super_admin'`;
    expect(left).toHaveLength(1);
  });

  test('the platform owner rules every store', async () => {
    const owner = await makePerson(db, store.tenantId);
    await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
    expect(await roleOf(owner, owner, other.tenantId)).toBe('super_admin');
    expect(
      await owner.run('update products set price = 98 where id = $1 returning id', [other.mugId]),
    ).toHaveLength(1);
  });

  test('super admins see who rules every store, theirs too, and cannot change it', async () => {
    const owner = await makePerson(db, store.tenantId, null);
    await db.owner`insert into profiles (id, tenant_id, name) values (${owner.id}, ${store.tenantId}, 'Owner')`;
    await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
    const seen = (who: Person) =>
      who.run('select role, tenant_id from user_roles where user_id = $1', [owner.id]);
    for (const who of [ruler, await makePerson(db, other.tenantId, 'super_admin')])
      expect(await seen(who)).toEqual([{ role: 'super_admin', tenant_id: null }]);
    for (const role of ['admin', 'user'] as const)
      expect(await seen(await makePerson(db, store.tenantId, role))).toEqual([]);
    const demote = "select set_user_role($1::text::uuid, $2, 'admin')";
    expect(await ruler.refusal(demote, [owner.id, store.tenantId])).toMatchObject({
      detail: 'rules_every_store',
    });
  });
});

describe('addresses', () => {
  const add = (person: Person, changes: Record<string, string> = {}) => {
    const given = {
      full_name: 'Mona',
      phone: '01012345678',
      governorate: 'Cairo',
      city: 'Maadi',
      street: '9',
      ...changes,
    };
    return person.attempt(
      `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street)
       values ($1, $2, $3, $4, $5::text::governorate, $6, $7) returning id, is_default`,
      [store.tenantId, person.id, given.full_name, given.phone, given.governorate, given.city, given.street],
    );
  };

  test('the first is the default, another takes over, and removing that one restores it', async () => {
    const person = await makePerson(db, store.tenantId);
    expect(await add(person)).toMatchObject({ rows: [{ is_default: true }] });
    expect(await add(person, { city: 'Dokki' })).toMatchObject({ rows: [{ is_default: false }] });
    await person.run("update addresses set is_default = true where city = 'Dokki'");
    const defaults = () => person.run('select city from addresses where is_default');
    expect(await defaults()).toEqual([{ city: 'Dokki' }]);
    await person.run("delete from addresses where city = 'Dokki'");
    expect(await defaults()).toEqual([{ city: 'Maadi' }]);
  });

  test.each([
    ['a landline', { phone: '0223456789' }],
    ['a foreign number', { phone: '+442079460000' }],
    ['an unknown governorate', { governorate: 'Texas' }],
    ['no street', { street: ' ' }],
  ])('%s is refused', async (_, changes) => {
    const person = await makePerson(db, store.tenantId);
    expect(await add(person, changes)).not.toHaveProperty('rows');
  });

  test.each(['01012345678', '+201112345678', '00201212345678', '01512345678'])(
    '%s is a phone',
    async (phone) => {
      expect(await add(await makePerson(db, store.tenantId), { phone })).toHaveProperty('rows');
    },
  );
});
