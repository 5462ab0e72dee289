import { createHash, randomBytes } from 'node:crypto';
import { welcomePath } from '../../app/lib/owner-link.ts';
import type { Environment } from '../environment.ts';

/** A link that makes an owner, and what the database keeps of it. */
interface OwnerInvitation {
  link: string;
  tokenHash: string;
}

/** Makes a link that nobody can guess; it works once `invite_owner` has kept its digest. */
export function newOwnerInvitation({ SOUK_ORIGIN, PORT }: Environment, port = PORT): OwnerInvitation {
  const token = randomBytes(32).toString('base64url');
  const page = new URL(welcomePath, SOUK_ORIGIN ?? `http://localhost:${port}`);
  page.hash = token;
  return { link: page.href, tokenHash: tokenHashOf(token) };
}

/** The digest by which the database knows a token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
