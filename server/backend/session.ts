import { isAuthError, type SupabaseClient, type User } from '@supabase/supabase-js';
import { createMiddleware } from 'hono/factory';
import type { Capability } from '../../app/lib/database.constants.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { HttpError } from '../http/http-error.ts';
import { backendClient } from './backend-clients.ts';
import type { BackendConnection } from './backend-connection.ts';

/** The signed-in person, and a client that acts as them. */
export interface Session {
  person: SupabaseClient<Database>;
  user: User;
}

export type SessionBackend = Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;

/** Sets the variable `session`; answers 401 without a valid session. */
export function requireSession(backend: SessionBackend) {
  return createMiddleware<{ Variables: { session: Session } }>(async (c, next) => {
    c.set('session', await sessionOf(backend, bearerOf(c.req.header('authorization'))));
    await next();
  });
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Returns the session of an access token. Asks the backend, because a token outlives its session.
 * @throws HttpError 401 without a token, or if its session is missing or has ended
 */
async function sessionOf(backend: SessionBackend, token: string | undefined): Promise<Session> {
  if (!token) throw new HttpError(401, 'Sign in first.');
  const person = backendClient(backend, backend.publishableKey, { token });
  const { data, error } = await person.auth.getUser(token);
  if (data.user) return { person, user: data.user };
  // The token is expired, malformed, or its session is gone.
  const status = isAuthError(error) ? (error.status ?? 0) : 0;
  if (status >= 400 && status < 500 && status !== 429) throw new HttpError(401, 'Sign in again.');
  throw new Error(`A session could not be read: ${error?.code ?? error?.name}`);
}

/**
 * Whether a person may do something in each of these stores (docs/product.md, Rights). Asks the database as
 * that person.
 * @throws Error when the database does not answer
 */
export async function may(
  { person }: Session,
  tenantIds: Iterable<string>,
  capability: Capability,
): Promise<boolean> {
  const { data: workplaces } = await person.rpc('my_workplaces').throwOnError();
  const where = workplaces.filter(({ capabilities }) => capabilities.includes(capability));
  return Array.from(tenantIds).every((id) => where.some(({ tenant_id }) => tenant_id === id));
}

/** @throws HttpError 403 unless the person may do this in the store */
export async function requireCapability(
  session: Session,
  tenantId: string,
  capability: Capability,
): Promise<void> {
  if (await may(session, [tenantId], capability)) return;
  throw new HttpError(403, 'You have no right to do that in this store.', { details: 'staff_only' });
}
