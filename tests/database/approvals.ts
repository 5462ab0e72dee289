import type { TestDatabase } from '../support/database.ts';
import { makePerson, type Person } from './people.ts';

/** Ceilings by capability: pounds a day or percent. */
export type Ceilings = Record<string, number>;

/** Makes a role that may these things up to ceilings, for tests that are not about making roles. Returns its id. */
export async function makeRole(
  { owner }: Pick<TestDatabase, 'owner'>,
  capabilities: readonly string[],
  ceilings: Ceilings = {},
): Promise<string> {
  const [role] = await owner<{ id: string }[]>`
    insert into private.staff_roles (name) values (gen_random_uuid()::text) returning id`;
  if (!role) throw new Error('No role');
  await owner`
    insert into private.staff_role_capabilities (role_id, capability, ceiling)
    select ${role.id}, chosen, (${JSON.stringify(ceilings)}::text::jsonb ->> chosen)::numeric
    from unnest(private.with_needed_capabilities(${capabilities as string[]})) chosen`;
  return role.id;
}

/** Gives somebody a role in a store. */
export async function giveRole(
  { owner }: Pick<TestDatabase, 'owner'>,
  person: Person,
  tenantId: string,
  roleId: string,
) {
  await owner`insert into staff_grants (user_id, tenant_id, role_id) values (${person.id}, ${tenantId}, ${roleId})`;
}

/** Creates somebody who may these things in a store, up to ceilings. */
export async function makeWorker(
  db: TestDatabase,
  tenantId: string,
  capabilities: readonly string[],
  ceilings: Ceilings = {},
): Promise<Person> {
  const person = await makePerson(db, tenantId);
  await giveRole(db, person, tenantId, await makeRole(db, capabilities, ceilings));
  return person;
}
