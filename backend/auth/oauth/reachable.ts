import { AuthError } from '../errors.ts';
import { loggable } from '../loggable.ts';
import type { AuthParts } from '../parts.ts';

/** @throws AuthError 503 when the provider cannot be asked for its endpoints or keys. */
export async function reachable<T>(auth: AuthParts, provider: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    auth.log.warn({ err: loggable(error), provider }, 'provider cannot be reached');
    throw new AuthError(503, 'unexpected_failure', 'The provider cannot be reached');
  }
}
