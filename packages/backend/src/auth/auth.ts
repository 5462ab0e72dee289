import { Hono } from 'hono';
import { json, type RequestContext, type Service, type ServiceDependencies } from '../lib/http.ts';
import { randomText } from '../lib/secret-file.ts';
import { fragment, identifier } from '../lib/sql.ts';
import { generateLink } from './admin/generate-link.ts';
import {
  createUser,
  deleteFactor,
  deleteUser,
  getUserAsAdmin,
  listFactors,
  listUsers,
  updateUserAsAdmin,
} from './admin/user-endpoints.ts';
import { AuthError, errorResponse, loggable } from './errors.ts';
import { passwordGrant, refreshGrant } from './grants.ts';
import { createLimits } from './limits.ts';
import { createMailer } from './mail/mailer.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './mfa.ts';
import { authorize, callback } from './oauth/authorize.ts';
import { pkceGrant } from './oauth/flow.ts';
import { createProvider } from './oauth/provider.ts';
import { otp, recover, resend, verify } from './otp.ts';
import { type AuthOptions, type AuthParts, type Endpoint, settingsFrom } from './parts.ts';
import { logout } from './sessions.ts';
import { signup } from './signup.ts';
import { getUser, reauthenticate, updateUser } from './user.ts';

/**
 * GoTrue's API below `/auth/v1`, as used by `@supabase/auth-js`.
 * @throws RangeError for an invalid option
 */
export function createAuth(dependencies: ServiceDependencies, options: AuthOptions = {}): Service {
  const { database, dataDir, keys, log, publicUrl, now, secrets } = dependencies;
  let deviceSecret: Promise<string> | undefined;
  const mailer = createMailer(options.mail ?? {}, { dataDir, publicUrl, log, now });
  const underWay = new Set<Promise<void>>();
  const auth: AuthParts = {
    sql: database.owner,
    settings: settingsFrom(options, publicUrl),
    keys,
    log,
    externalUrl: `${publicUrl}/auth/v1`,
    now,
    limits: createLimits(options.limits, database.owner),
    mailer,
    sms: options.sms,
    deviceSecret() {
      deviceSecret ??= secrets.get('device-cookies', randomText(32));
      return deviceSecret;
    },
    google: options.google && createProvider('google', options.google),
    background(what, work) {
      const task = work()
        .catch((error: unknown) => log.error({ err: loggable(error), what }, 'auth background work failed'))
        .finally(() => underWay.delete(task));
      underWay.add(task);
    },
  };
  const routes = createRoutes(auth);
  const stopCleanup = startCleanup(auth);
  return {
    async fetch(request, context) {
      if (context.path.startsWith('/_mail') && mailer.mailbox) return mailer.mailbox.fetch(request, context);
      const response = await routes.fetch(request, context);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      return response;
    },
    /** Waits for pending background work. */
    async close() {
      stopCleanup();
      mailer.close();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** GET /settings: the available sign-in methods. */
const settings: Endpoint = async (auth) => {
  const { settings: options } = auth;
  const [google, phone] = [auth.google !== undefined, auth.sms !== undefined];
  return json({
    external: { anonymous_users: false, email: true, google, phone },
    disable_signup: false,
    mailer_autoconfirm: options.mailerAutoconfirm,
    phone_autoconfirm: false,
    sms_provider: auth.sms ? 'custom' : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
};

/** GET /health */
const health: Endpoint = async (auth) => {
  await auth.sql`select 1`;
  return json({
    name: 'GoTrue',
    version: 'embedded',
    description: 'GoTrue is a user registration and authentication API',
  });
};

/** GET /.well-known/jwks.json */
const jwks: Endpoint = async (auth) =>
  json(auth.keys.jwks(), 200, { 'cache-control': 'public, max-age=600' });

/** An unsupported feature: answers like a project with it switched off. */
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
function createRoutes(auth: AuthParts) {
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

const HOUR_MS = 3_600_000;
const EVERY_MS = 10 * 60_000;
const MAX_BATCH = 5_000;

/**
 * Deletes expired data every ten minutes: flows and challenges older than a day, used refresh tokens except parents of
 * active ones, unverified factors, ended sessions.
 * @returns a function that stops it
 */
function startCleanup(auth: AuthParts): () => void {
  const timer = setInterval(() => auth.background('clean up', () => cleanUp(auth)), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs once, in batches that limit locks. */
export async function cleanUp({ sql, now }: Pick<AuthParts, 'sql' | 'now'>): Promise<void> {
  const at = now();
  const yesterday = new Date(at.getTime() - 24 * HOUR_MS).toISOString();
  const deletable = [
    ['auth.flow_state', fragment`created_at < ${yesterday}`],
    ['auth.oauth_client_states', fragment`created_at < ${yesterday}`],
    ['auth.mfa_challenges', fragment`created_at < ${yesterday}`],
    ['auth.mfa_factors', fragment`status = 'unverified' and created_at < ${yesterday}`],
    [
      'auth.refresh_tokens',
      fragment`revoked and updated_at < ${yesterday} and not exists (
        select from auth.refresh_tokens next where next.parent = refresh_tokens.token and not next.revoked)`,
    ],
    ['auth.sessions', fragment`not_after < ${at.toISOString()}`],
  ] as const;
  for (const [table, condition] of deletable) {
    await sql`
      delete from ${identifier(table)} where id in (
        select id from ${identifier(table)} where ${condition} limit ${MAX_BATCH} for update skip locked)`;
  }
  await sql`delete from auth.rate_limits where expire < ${at.getTime()}`;
}
