import { createHash, randomUUID } from 'node:crypto';
import type { Parameter } from 'embedded-supabase/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { attempt, errorMessage, makePerson, type Person, server } from './people.ts';
import { call, makeStore, type Store } from './store.ts';

let db: TestDatabase;
let store: Store;
let other: Store;
let owner: Person;
let ruler: Person;
let roles: Map<string, string>;

beforeAll(async () => {
  db = await createTestDatabase();
  store = await makeStore(db, 'inkthread');
  other = await makeStore(db, 'casecraft');
  ruler = await makePerson(db, store.tenantId, 'super_admin');
  owner = await makePerson(db, store.tenantId);
  await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
  const rows = await db.owner<{ id: string; name: string }[]>`select id, name from private.staff_roles`;
  roles = new Map(rows.map(({ id, name }) => [name, id]));
});
afterAll(() => db.drop());

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

interface Invited {
  id: string;
  email: string;
  token: string;
}

const inviteStatement =
  "select invite_staff($1, $2, $3, 'en', $4::text::uuid[], $5::text::text[], $6::text::date, $7::text::date, $8::text::boolean) as value";

function inviteParameters(
  token: string,
  email: string,
  { role = 'Packer', stores = store.tenantId, from = '', until = '', everywhere = false } = {},
): Parameter[] {
  return [
    ...[store.tenantId, hashOf(token), email, `{${roles.get(role)}}`, `{${stores}}`],
    ...[from || null, until || null, String(everywhere)],
  ];
}

async function invite(by: Person, options: Parameters<typeof inviteParameters>[2] = {}): Promise<Invited> {
  const token = randomUUID();
  const email = `${token.slice(0, 8)}@example.com`;
  const [row] = await db.run(by.identity, inviteStatement, inviteParameters(token, email, options));
  return { id: String(row?.value), email, token };
}

/** An account without a store's mark, as the server makes it for somebody invited. */
async function makeAccount(email: string): Promise<Person> {
  const person = await makePerson(db, store.tenantId, null);
  await db.owner`update auth.users set email = ${email} where id = ${person.id}`;
  return person;
}

/** Opens the link as somebody without an account. @returns the state, and the account made on the way */
async function redeem({ email, token }: Invited): Promise<{ state: string; person: Person }> {
  const claim = randomUUID();
  await db.run(server, 'select claim_staff_invitation($1, $2::text::uuid)', [hashOf(token), claim]);
  const person = await makeAccount(email);
  const state = await call<string>(
    db,
    server,
    'select redeem_staff_invitation($1, $2::text::uuid, $3::text::uuid) as value',
    [hashOf(token), claim, person.id],
  );
  return { state, person };
}

const accept = (person: Person, { token }: Invited) =>
  attempt(db, person.identity, 'select accept_staff_invitation($1) as state', [token]);

async function rightsOf(person: Person, tenantId = store.tenantId): Promise<string[]> {
  const rows = await db.run(
    person.identity,
    'select unnest(capabilities) as capability from my_workplaces() where tenant_id = $1',
    [tenantId],
  );
  return rows.map(({ capability }) => String(capability)).toSorted();
}

const packerRights = ['customers.see_contact', 'orders.pack', 'orders.see', 'pickups.see'];
const stateOf = async ({ token }: Invited) =>
  (await db.run(server, 'select (read_staff_invitation($1)).state::text as state', [hashOf(token)]))[0]
    ?.state;

describe('an invitation', () => {
  test('makes an account of somebody who works here and is no customer', async () => {
    const invited = await invite(ruler);
    const { state, person } = await redeem(invited);
    expect(state).toBe('accepted');
    expect(await rightsOf(person)).toEqual(packerRights);
    expect(await rightsOf(person, other.tenantId)).toEqual([]);
    expect(await db.owner`select 1 from profiles where id = ${person.id}`).toEqual([]);
    expect(await db.owner`select 1 from staff_members where user_id = ${person.id}`).toHaveLength(1);
  });

  test('works once', async () => {
    const invited = await invite(ruler);
    const { person } = await redeem(invited);
    const again = await attempt(db, server, 'select (claim_staff_invitation($1, gen_random_uuid())).state', [
      hashOf(invited.token),
    ]);
    expect(again).toMatchObject({ rows: [{ state: 'accepted' }] });
    await db.owner`delete from staff_grants where user_id = ${person.id}`;
    expect(await accept(person, invited)).toMatchObject({ rows: [{ state: 'accepted' }] });
    expect(await rightsOf(person)).toEqual([]);
  });

  test('gives its roles to the account that its address has, once its owner signs in', async () => {
    const person = (await redeem(await invite(ruler))).person;
    const email = (await db.owner`select email from auth.users where id = ${person.id}`)[0]?.email;
    const token = randomUUID();
    await db.run(
      ruler.identity,
      inviteStatement,
      inviteParameters(token, String(email), { role: 'Catalog' }),
    );
    const invited = { id: '', email: String(email), token };
    expect(
      await errorMessage(db, server, 'select claim_staff_invitation($1, gen_random_uuid())', [hashOf(token)]),
    ).toMatchObject({ detail: 'invitation_needs_sign_in' });
    expect(await accept(person, invited)).toMatchObject({ rows: [{ state: 'accepted' }] });
    expect(await rightsOf(person)).toEqual(expect.arrayContaining([...packerRights, 'products.price']));
  });

  test('that was forwarded gives nothing to the account of another address', async () => {
    const invited = await invite(ruler);
    const stranger = await makeAccount('somebody-else@example.com');
    expect(await accept(stranger, invited)).toMatchObject({ detail: 'invitation_of_another' });
    expect(await rightsOf(stranger)).toEqual([]);
    expect(await stateOf(invited)).toBe('open');
  });

  test('that has expired, was taken back, or was replaced by another gives nothing', async () => {
    const [expired, revoked, replaced] = [await invite(ruler), await invite(ruler), await invite(ruler)];
    await db.owner`update private.staff_invitations set expires_at = now() where id = ${expired.id}`;
    await db.run(ruler.identity, 'select revoke_staff_invitation($1, $2::text::uuid)', [
      ...[store.tenantId, revoked.id],
    ]);
    await db.run(ruler.identity, inviteStatement, inviteParameters(randomUUID(), replaced.email));
    for (const invited of [expired, revoked, replaced]) {
      const person = await makeAccount(invited.email);
      await accept(person, invited);
      expect(await rightsOf(person)).toEqual([]);
    }
    expect([await stateOf(expired), await stateOf(revoked), await stateOf(replaced)]).toEqual([
      ...['expired', 'revoked', 'revoked'],
    ]);
  });

  test('sent again has a new link, and the old one works no more', async () => {
    const invited = await invite(ruler);
    const token = randomUUID();
    await db.run(ruler.identity, 'select renew_staff_invitation($1, $2::text::uuid, $3)', [
      ...[store.tenantId, invited.id, hashOf(token)],
    ]);
    expect(await stateOf(invited)).toBe('unknown');
    expect((await redeem({ ...invited, token })).state).toBe('accepted');
  });

  test('of another store is neither seen nor changed', async () => {
    const invited = await invite(ruler);
    const foreign = await makePerson(db, other.tenantId, 'super_admin');
    expect(
      await db.run(foreign.identity, 'select * from list_staff_invitations($1)', [other.tenantId]),
    ).toEqual([]);
    for (const tenantId of [store.tenantId, other.tenantId])
      expect(
        await attempt(db, foreign.identity, 'select revoke_staff_invitation($1, $2::text::uuid)', [
          ...[tenantId, invited.id],
        ]),
      ).toHaveProperty('code');
    expect(await stateOf(invited)).toBe('open');
  });

  test('is for an address that no store has marked, and for days that are not over', async () => {
    const refusal = (email: string, options = {}) =>
      errorMessage(db, ruler.identity, inviteStatement, inviteParameters(randomUUID(), email, options));
    expect(await refusal(`me+${store.tenantId}@example.com`)).toMatchObject({ detail: 'owner_email_marked' });
    expect(await refusal('nobody')).toMatchObject({ detail: 'invalid_staff_email' });
    expect(await refusal('me@example.com', { until: '2020-01-01' })).toMatchObject({
      detail: 'invalid_grant_days',
    });
  });
});

describe('nobody gives by an invitation', () => {
  let deputy: Person;
  beforeAll(async () => {
    deputy = await makePerson(db, store.tenantId);
    const role = randomUUID();
    await db.owner`insert into private.staff_roles (id, name) values (${role}, 'Deputy')`;
    await db.owner`insert into private.staff_role_capabilities (role_id, capability)
      select ${role}::uuid, unnest('{people.see,people.manage,customers.see_contact,orders.see,orders.pack,pickups.see}'::text[])`;
    await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${deputy.id}, ${store.tenantId}, ${role})`;
  });

  test('what they lack: a role, another store, or all stores', async () => {
    for (const options of [{ role: 'Manager' }, { stores: other.tenantId }, { everywhere: true }])
      expect(
        await errorMessage(
          db,
          deputy.identity,
          inviteStatement,
          inviteParameters(randomUUID(), 'me@example.com', options),
        ),
      ).toMatchObject({ detail: 'grants_more_than_own' });
  });

  test('what they have lost meanwhile', async () => {
    const invited = await invite(deputy);
    await db.owner`delete from staff_grants where user_id = ${deputy.id}`;
    const claim = randomUUID();
    await db.run(server, 'select claim_staff_invitation($1, $2::text::uuid)', [hashOf(invited.token), claim]);
    const person = await makeAccount(invited.email);
    expect(
      await errorMessage(db, server, 'select redeem_staff_invitation($1, $2::text::uuid, $3::text::uuid)', [
        ...[hashOf(invited.token), claim, person.id],
      ]),
    ).toMatchObject({ detail: 'invitation_void' });
    expect(await rightsOf(person)).toEqual([]);
  });
});

test('an owner invites to several stores, and to all of them', async () => {
  const two = await redeem(await invite(owner, { stores: `${store.tenantId},${other.tenantId}` }));
  expect(await rightsOf(two.person, other.tenantId)).toEqual(packerRights);
  const everywhere = await redeem(await invite(owner, { everywhere: true }));
  const later = await makeStore(db, 'northblock');
  expect(await rightsOf(everywhere.person, later.tenantId)).toEqual(packerRights);
});

test('a customer’s account that becomes one of staff keeps no session or number that others may have added', async () => {
  const invited = await invite(ruler);
  const person = await makeAccount(invited.email);
  await db.owner`insert into profiles (id, tenant_id) values (${person.id}, ${store.tenantId})`;
  await db.owner`update auth.users set phone = '201001234567', phone_confirmed_at = now() where id = ${person.id}`;
  await db.owner`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${person.id})`;
  expect(await accept(person, invited)).toMatchObject({ rows: [{ state: 'accepted' }] });
  expect(
    await db.owner`select phone from auth.users account where id = ${person.id}
      and not exists (select 1 from auth.sessions where user_id = account.id)`,
  ).toEqual([{ phone: null }]);
});
