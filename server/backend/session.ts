import type { IncomingMessage } from 'node:http';
import { isAuthError, type SupabaseClient, type User } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { HttpError } from '../http/http-error.ts';
import { backendClient, bearerOf } from './backend-clients.ts';
import type { BackendConnection } from './backend-connection.ts';

/** Who asks, and the client that acts as them. */
export interface Session {
  person: SupabaseClient<Database>;
  user: User;
}

/**
 * Returns the session of a request's bearer access token. The backend is asked, since a token outlives the session that it is of.
 * @throws HttpError 401 without a token, and for one that is not of a session, or no longer
 */
export async function sessionOf(
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>,
  request: IncomingMessage,
): Promise<Session> {
  const token = bearerOf(request);
  if (!token) throw new HttpError(401, 'Sign in first.');
  const person = backendClient(backend, backend.publishableKey, { token });
  const { data, error } = await person.auth.getUser(token);
  if (data.user) return { person, user: data.user };
  // Whatever it holds against the token: that it is over, of nobody, or none.
  const status = isAuthError(error) ? (error.status ?? 0) : 0;
  if (status >= 400 && status < 500 && status !== 429) throw new HttpError(401, 'Sign in again.');
  throw new Error(`A session could not be read: ${error?.code ?? error?.name}`);
}
