import { createHash, randomBytes } from 'node:crypto';
import { welcomePath } from '../../app/lib/owner-link.ts';
import type { Environment } from '../environment.ts';

/** An owner's link, and what the database stores of it. */
interface OwnerInvitation {
  link: string;
  tokenHash: string;
}

/** Creates an unguessable link. It works once `invite_owner` has stored its digest. */
export function newOwnerInvitation({ SOUK_ORIGIN, PORT }: Environment, port = PORT): OwnerInvitation {
  const token = newToken();
  const page = new URL(welcomePath, SOUK_ORIGIN ?? `http://localhost:${port}`);
  page.hash = token;
  return { link: page.href, tokenHash: tokenHashOf(token) };
}

/** Creates an unguessable token. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The digest under which the database stores a token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
