import { Hono } from 'hono';
import type { RequestContext } from '../lib/http.ts';
import { createUser, updateUserAsAdmin } from './admin/edit-user.ts';
import { generateLink } from './admin/generate-link.ts';
import { deleteFactor, deleteUser, getUserAsAdmin, listFactors, listUsers } from './admin/users.ts';
import { AuthError, errorResponse } from './errors.ts';
import { challengeFactor } from './mfa/challenge.ts';
import { enrollFactor } from './mfa/enroll.ts';
import { unenrollFactor } from './mfa/factors.ts';
import { verifyFactor } from './mfa/verify-factor.ts';
import { authorize } from './oauth/authorize.ts';
import { callback } from './oauth/callback.ts';
import { pkceGrant } from './oauth/pkce-grant.ts';
import { otp, recover, resend } from './otp.ts';
import type { AuthParts, Endpoint } from './parts.ts';
import { passwordGrant } from './password-grant.ts';
import { health, jwks, settings } from './public-info.ts';
import { reauthenticate } from './reauthenticate.ts';
import { refreshGrant } from './refresh-grant.ts';
import { logout } from './signed-in.ts';
import { signup } from './signup.ts';
import { getUser, updateUser } from './user.ts';
import { verify } from './verify.ts';

/** A feature that is left to Supabase: the answer of a project where it is switched off. */
function disabled(status: number, code: string, message: string): Endpoint {
  return async () => {
    throw new AuthError(status, code, message);
  };
}

const noManualLinking = disabled(404, 'manual_linking_disabled', 'Manual linking is disabled');

const GRANTS = new Map<string, Endpoint>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', disabled(400, 'provider_disabled', 'Provider is not enabled')],
  ['web3', disabled(400, 'web3_provider_disabled', 'Web3 provider is disabled')],
]);

/** POST /token: dispatches by `grant_type`. */
const token: Endpoint = (auth, call) => {
  const grant = GRANTS.get(call.query.get('grant_type') ?? '');
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(auth, call);
};

/** All endpoints by method and path below `/auth/v1`. */
const ROUTES: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['POST', '/signup', signup],
  ['POST', '/token', token],
  ['POST', '/otp', otp],
  ['POST', '/recover', recover],
  ['POST', '/resend', resend],
  ['POST', '/verify', verify],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/logout', logout],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],
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
  ['POST', '/sso', disabled(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['GET', '/user/identities/authorize', noManualLinking],
  ['DELETE', '/user/identities/:identityId', noManualLinking],
];

/** Dispatches requests to endpoints and converts errors to GoTrue's format. */
export function createRoutes(auth: AuthParts) {
  const app = new Hono<{ Bindings: RequestContext }>({
    getPath: (_request, options) => (options?.env?.path ?? '').replace(/(?<=.)\/$/, ''),
  });
  for (const [method, path, endpoint] of ROUTES) {
    app.on(method, path, (c) => {
      const query = c.env.url.searchParams;
      return endpoint(auth, { request: c.req.raw, context: c.env, query, params: c.req.param() });
    });
  }
  for (const path of new Set(ROUTES.map((route) => route[1]))) {
    app.all(path, () => {
      throw new AuthError(405, 'method_not_allowed', 'Method not allowed');
    });
  }
  app.notFound(() => {
    throw new AuthError(404, 'not_found', 'Path not found');
  });
  app.onError((error, c) => errorResponse(error, c.req.raw, auth.log, c.env.requestId));
  return app;
}
