import { createUser } from './admin/create-user.ts';
import { deleteUser } from './admin/delete-user.ts';
import { deleteFactor, listFactors } from './admin/factors.ts';
import { generateLink } from './admin/generate-link.ts';
import { invite } from './admin/invite.ts';
import { updateUserAsAdmin } from './admin/update-user.ts';
import { getUserAsAdmin, listUsers } from './admin/users.ts';
import { logout } from './logout.ts';
import { challengeFactor } from './mfa/challenge.ts';
import { enrollFactor } from './mfa/enroll.ts';
import { unenrollFactor } from './mfa/unenroll.ts';
import { verifyFactor } from './mfa/verify-factor.ts';
import { authorize, authorizeLink } from './oauth/authorize.ts';
import { callback } from './oauth/callback.ts';
import { unlinkIdentity } from './oauth/identities.ts';
import { otp } from './otp.ts';
import type { Endpoint } from './parts.ts';
import { health, jwks, settings } from './public-info.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { getUser, updateUser } from './user.ts';
import { verifyByGet, verifyByPost } from './verify.ts';

/** Every endpoint by method and path below `/auth/v1`; `:name` is one segment. */
const ROUTES: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['POST', '/signup', signup],
  ['POST', '/token', token],
  ['POST', '/otp', otp],
  ['POST', '/magiclink', otp],
  ['POST', '/recover', recover],
  ['POST', '/resend', resend],
  ['GET', '/verify', verifyByGet],
  ['POST', '/verify', verifyByPost],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/logout', logout],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],
  ['POST', '/invite', invite],
  ['POST', '/admin/generate_link', generateLink],
  ['GET', '/admin/users', listUsers],
  ['POST', '/admin/users', createUser],
  ['GET', '/admin/users/:userId', getUserAsAdmin],
  ['PUT', '/admin/users/:userId', updateUserAsAdmin],
  ['DELETE', '/admin/users/:userId', deleteUser],
  ['GET', '/admin/users/:userId/factors', listFactors],
  ['DELETE', '/admin/users/:userId/factors/:factorId', deleteFactor],
  ['POST', '/factors', enrollFactor],
  ['DELETE', '/factors/:factorId', unenrollFactor],
  ['POST', '/factors/:factorId/challenge', challengeFactor],
  ['POST', '/factors/:factorId/verify', verifyFactor],
  ['GET', '/authorize', authorize],
  ['GET', '/callback', callback],
  ['GET', '/user/identities/authorize', authorizeLink],
  ['DELETE', '/user/identities/:identityId', unlinkIdentity],
];

const COMPILED = ROUTES.map(([method, path, endpoint]) => ({
  method,
  segments: path.split('/'),
  endpoint,
}));

export interface FoundRoute {
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** The endpoint of a request; 'method' when the path exists for other methods only; undefined when it does not. */
export function findRoute(method: string, path: string): FoundRoute | 'method' | undefined {
  const segments = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  let pathExists = false;
  for (const route of COMPILED) {
    const params = match(route.segments, segments);
    if (!params) continue;
    if (route.method === method) return { endpoint: route.endpoint, params };
    pathExists = true;
  }
  return pathExists ? 'method' : undefined;
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
