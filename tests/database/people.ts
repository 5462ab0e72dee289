import { randomUUID } from 'node:crypto';
import type { Identity, Parameter, Row } from 'embedded-supabase/database';
import type { TestDatabase } from '../support/database.ts';

/** A person with an account; runs statements as the backend would for them. */
export interface Person {
  id: string;
  email: string;
  identity: Identity;
  /** The same person with a verified second factor. */
  assured: Identity;
}

export type Role = 'user' | 'admin' | 'super_admin';

export const anonymous: Identity = { role: 'anon', claims: {} };
export const server: Identity = { role: 'service_role', claims: {} };

/** Creates an account, a profile and a role in a store. Without a role it creates only the account. */
export async function makePerson(
  db: TestDatabase,
  tenantId: string,
  role: Role | null = 'user',
): Promise<Person> {
  const id = randomUUID();
  const email = `${id.slice(0, 8)}+${tenantId}@example.com`;
  await db.owner`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
  if (role) {
    await db.owner`insert into public.profiles (id, tenant_id, name) values (${id}, ${tenantId}, ${`Person ${id.slice(0, 8)}`})`;
    await db.owner`insert into public.user_roles (user_id, tenant_id, role) values (${id}, ${tenantId}, ${role})`;
  }
  const claims = { sub: id, email, aal: 'aal1', session_id: randomUUID() };
  return {
    id,
    email,
    identity: { role: 'authenticated', claims },
    assured: {
      role: 'authenticated',
      claims: { ...claims, aal: 'aal2', amr: [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }] },
    },
  };
}

/** A database refusal as a client sees it. */
export interface Refusal {
  code: string;
  message: string;
  detail: string | null;
  hint: string | null;
}

/** Runs a statement as a person and returns the expected refusal; any other result fails the test. */
export async function errorMessage(
  db: TestDatabase,
  identity: Identity,
  text: string,
  parameters: Parameter[] = [],
): Promise<Refusal> {
  const outcome = await attempt(db, identity, text, parameters);
  if ('rows' in outcome) throw new Error(`Not refused: ${text} gave ${JSON.stringify(outcome.rows)}`);
  return outcome;
}

/** Runs a statement as a person and returns rows or the refusal. */
export async function attempt(
  db: TestDatabase,
  identity: Identity,
  text: string,
  parameters: Parameter[] = [],
): Promise<{ rows: Row[] } | Refusal> {
  try {
    return { rows: await db.run(identity, text, parameters) };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    return {
      code: error.code,
      message: error.message,
      detail: error.detail ?? null,
      hint: error.hint ?? null,
    };
  }
}

function isDatabaseError(error: unknown): error is Error & { code: string; detail?: string; hint?: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
  );
}
