import { randomUUID } from 'node:crypto';
import type { Identity, Parameter, Row } from 'embedded-supabase/database';
import type { TestDatabase } from '../support/database.ts';

/** A person with an account; statements run as the backend would run them for this person. */
export interface Person {
  id: string;
  email: string;
  identity: Identity;
  /** The same person with a verified second factor. */
  assured: Identity;
  /** Runs a statement. @throws the database's error */
  run: (text: string, parameters?: readonly Parameter[]) => Promise<Row[]>;
  /** The column `value` of a statement's first row. @throws the database's error */
  value: <T>(text: string, parameters?: readonly Parameter[]) => Promise<T>;
  /** A statement's rows, or why it was refused. */
  attempt: (text: string, parameters?: readonly Parameter[]) => Promise<Outcome>;
  /** Why a statement was refused; any other result fails the test. */
  refusal: (text: string, parameters?: readonly Parameter[]) => Promise<Refusal>;
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
  return personOf(db, id, email);
}

/** Seconds since 1970, some minutes ago: recent for staff, and not recent enough to delete one's account. */
const signedInAt = () => Math.floor(Date.now() / 1000) - 20 * 60;

/** The person of an account in the database, signed in with a password twenty minutes ago. */
export function personOf(db: Pick<TestDatabase, 'run'>, id: string, email: string): Person {
  const amr = [{ method: 'password', timestamp: signedInAt() }];
  const claims = { sub: id, email, aal: 'aal1', amr, session_id: randomUUID() };
  const identity: Identity = { role: 'authenticated', claims };
  return {
    id,
    email,
    identity,
    assured: {
      role: 'authenticated',
      claims: { ...claims, aal: 'aal2', amr: [{ method: 'totp', timestamp: signedInAt() }, ...amr] },
    },
    run: (text, parameters) => db.run(identity, text, parameters),
    value: async <T>(text: string, parameters?: readonly Parameter[]) =>
      (await db.run(identity, text, parameters))[0]?.value as T,
    attempt: (text, parameters) => attempt(db, identity, text, parameters),
    refusal: (text, parameters) => errorMessage(db, identity, text, parameters),
  };
}

/** What became of a statement. */
export type Outcome = { rows: Row[] } | Refusal;

/** A database refusal as a client sees it. */
export interface Refusal {
  code: string;
  message: string;
  detail: string | null;
  hint: string | null;
}

/** Runs a statement as a person and returns the expected refusal; any other result fails the test. */
export async function errorMessage(
  db: Pick<TestDatabase, 'run'>,
  identity: Identity,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<Refusal> {
  const outcome = await attempt(db, identity, text, parameters);
  if ('rows' in outcome) throw new Error(`Not refused: ${text} gave ${JSON.stringify(outcome.rows)}`);
  return outcome;
}

/** Runs a statement as a person and returns rows or the refusal. */
export async function attempt(
  db: Pick<TestDatabase, 'run'>,
  identity: Identity,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<Outcome> {
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
