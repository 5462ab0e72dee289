import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { attempt, makePerson, type Person } from './people.ts';
import { makeStore, type Store } from './store.ts';

let db: TestDatabase;
let store: Store;
let ruler: Person;
const packer = '00000000-0000-4000-8000-000000000002';

beforeAll(async () => {
  db = await createTestDatabase();
  store = await makeStore(db, 'inkthread');
  ruler = await makePerson(db, store.tenantId, 'super_admin');
});
afterAll(() => db.drop());

const addFactor = (person: Person) =>
  db.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${person.id}, 'totp', 'verified', now(), now())`;

const demandOf = async (who: Identity) => {
  const [row] = await db.run(
    who,
    `select lacks_second_factor() as lacks,
      (select count(*)::integer from profiles where id <> auth.uid()) as customers`,
  );
  return { lacks: row?.lacks, seesCustomers: Number(row?.customers) > 0 };
};
const changeName = (who: Identity) =>
  db.run(who, "update products set name = 'Mug' where id = $1 returning id", [store.mugId]);

describe('a second step that is demanded', () => {
  beforeEach(async () => {
    await makePerson(db, store.tenantId);
    await db.owner`update staff_settings set staff_need_second_factor = false, customers_need_aal2 = false
      where tenant_id = ${store.tenantId}`;
  });

  test('by the store keeps who has none from changing anything and from seeing customers', async () => {
    const admin = await makePerson(db, store.tenantId, 'admin');
    expect(await demandOf(admin.identity)).toEqual({ lacks: false, seesCustomers: true });
    expect(await changeName(admin.identity)).toHaveLength(1);
    await db.owner`update staff_settings set staff_need_second_factor = true where tenant_id = ${store.tenantId}`;
    expect(await demandOf(admin.identity)).toEqual({ lacks: true, seesCustomers: false });
    expect(await changeName(admin.identity)).toEqual([]);
    await addFactor(admin);
    expect(await demandOf(admin.assured)).toEqual({ lacks: false, seesCustomers: true });
    expect(await changeName(admin.assured)).toHaveLength(1);
  });

  test('by a role does so for those who have it', async () => {
    const role = randomUUID();
    await db.owner`insert into private.staff_roles (id, name, needs_second_factor) values (${role}, 'Guarded', true)`;
    await db.owner`insert into private.staff_role_capabilities (role_id, capability) values (${role}, 'offers.see')`;
    const [guarded, free] = [
      await makePerson(db, store.tenantId, 'admin'),
      await makePerson(db, store.tenantId, 'admin'),
    ];
    await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${guarded.id}, ${store.tenantId}, ${role})`;
    expect(await changeName(guarded.identity)).toEqual([]);
    expect(await changeName(free.identity)).toHaveLength(1);
  });
});

describe('a second step older than the store allows', () => {
  const steppedUp = (person: Person, hoursAgo: number): Identity => ({
    ...person.assured,
    claims: {
      ...person.assured.claims,
      amr: [
        { method: 'totp', timestamp: Math.floor(Date.now() / 1000) - hoursAgo * 3600 },
        { method: 'password', timestamp: Math.floor(Date.now() / 1000) },
      ],
    },
  });

  const guardedStatements = (person: Person, account: string): [string, string[]][] => {
    const { tenantId } = store;
    return [
      ['select grant_staff_role($1::text::uuid, $2, $3::text::uuid)', [person.id, tenantId, packer]],
      ['select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [person.id, tenantId, packer]],
      ["select set_user_role($1::text::uuid, $2, 'user')", [person.id, tenantId]],
      ['select remove_user_factors($1::text::uuid, $2)', [person.id, tenantId]],
      ['select export_personal_data($1, $2::text::uuid)', [tenantId, person.id]],
      [
        "update settings set payment = payment || jsonb_build_object('bankDetails', $2::text) where tenant_id = $1",
        [tenantId, account],
      ],
      ['update staff_settings set second_step_hours = 3 where tenant_id = $1', [tenantId]],
    ];
  };

  test('is asked for again before rights, payment details and exports, and before nothing else', async () => {
    await addFactor(ruler);
    await db.owner`update staff_settings set second_step_hours = 2 where tenant_id = ${store.tenantId}`;
    const guarded = guardedStatements(await makePerson(db, store.tenantId), 'EG38');
    for (const [statement, parameters] of guarded)
      expect(await attempt(db, steppedUp(ruler, 3), statement, parameters), statement).toMatchObject({
        detail: 'second_step_old',
      });
    expect(await changeName(steppedUp(ruler, 3))).toHaveLength(1);
    for (const [statement, parameters] of guarded)
      expect(await attempt(db, steppedUp(ruler, 1), statement, parameters), statement).toHaveProperty('rows');
  });

  test('means the sign-in of people who have none, however recently their session was refreshed', async () => {
    const other = await makePerson(db, store.tenantId, 'super_admin');
    await db.owner`update staff_settings set second_step_hours = 2 where tenant_id = ${store.tenantId}`;
    const signedIn = (hoursAgo: number): Identity => ({
      ...other.identity,
      claims: {
        ...other.identity.claims,
        amr: [
          { method: 'token_refresh', timestamp: Math.floor(Date.now() / 1000) },
          { method: 'password', timestamp: Math.floor(Date.now() / 1000) - hoursAgo * 3600 },
        ],
      },
    });
    const guarded = guardedStatements(await makePerson(db, store.tenantId), 'EG39');
    const withoutWord: Identity = { ...other.identity, claims: { ...other.identity.claims, amr: [] } };
    for (const who of [signedIn(3), withoutWord])
      for (const [statement, parameters] of guarded)
        expect(await attempt(db, who, statement, parameters), statement).toMatchObject({
          detail: 'sign_in_old',
        });
    expect(await changeName(signedIn(3))).toHaveLength(1);
    for (const [statement, parameters] of guarded)
      expect(await attempt(db, signedIn(1), statement, parameters), statement).toHaveProperty('rows');
  });
});
