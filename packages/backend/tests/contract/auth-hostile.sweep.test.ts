import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authRequests, newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';

const REQUESTS = 1500;
const NEVER = { times: 1_000_000, seconds: 60 };
const LIMITS = [
  ...['signInPerClient', 'signInPerAddress', 'signUpPerClient', 'refreshPerClient'],
  ...[
    'oauthPerClient',
    'verifyPerClient',
    'verifyPerAddress',
    'messagesPerClient',
    'messagesPerAddress',
    'messages',
  ],
  ...['changesPerUser', 'factorChallenges', 'factorFailures', 'smsPerNumber'],
];
const errors: unknown[] = [];
let backend: TestBackend;
let token: string;
const request = authRequests(() => backend);

beforeAll(async () => {
  backend = await startTestBackend({
    log: { info() {}, warn() {}, error: (fields) => errors.push(fields.err ?? fields) },
    auth: {
      mailerAutoconfirm: true,
      mail: { transport: catchMail() },
      limits: Object.fromEntries(LIMITS.map((name) => [name, NEVER])),
    },
  });
  const client = backend.client();
  await client.auth.signUp({ email: newAddress(), password: PASSWORD });
  token = (await sessionOf(client)).access_token;
});
afterAll(() => backend.close());

const UUID = '00000000-0000-4000-8000-000000000000';
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', '\0', '\ud800', "' or 1=1 --", '$1', '%00', '../..', '{{7*7}}', '<script>', 'null', '٣', '💥'],
    ...[null, true, 0, -1, 1e308, [], {}, [[]], UUID, 'x@y.test', 'a'.repeat(5000)],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const field = fc.constantFrom(
  ...[
    'email',
    'phone',
    'password',
    'data',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'auth_code',
    'nonce',
  ],
  ...[
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'redirect_to',
    'user_metadata',
    'app_metadata',
  ],
  ...[
    'factor_type',
    'friendly_name',
    'challenge_id',
    'code',
    'id',
    'role',
    'ban_duration',
    'id_token',
    'provider',
  ],
  ...[
    'create_user',
    'channel',
    'new_email',
    'password_hash',
    'should_soft_delete',
    '__proto__',
    'constructor',
  ],
);
const path = fc.constantFrom(
  ...[
    '/signup',
    '/token',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
  ],
  ...['/token?grant_type=id_token', '/logout', '/user', '/otp', '/recover', '/resend', '/verify'],
  ...['/reauthenticate', '/authorize', '/callback', '/user/identities/authorize', `/user/identities/${UUID}`],
  ...['/factors', `/factors/${UUID}`, `/factors/${UUID}/challenge`, `/factors/${UUID}/verify`],
  ...[
    '/admin/users',
    `/admin/users/${UUID}`,
    `/admin/users/${UUID}/factors`,
    '/admin/generate_link',
    '/settings',
  ],
  ...['/%00', '/admin/users/%ff', '/..%2f', '/factors/x%20y'],
);
const hostile = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
  path,
  query: fc.dictionary(field, fc.string({ maxLength: 30 }), { maxKeys: 3 }),
  body: fc.oneof(
    { weight: 8, arbitrary: fc.dictionary(field, nasty, { maxKeys: 6, noNullPrototype: true }) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  ),
  as: fc.constantFrom('nobody', 'user', 'admin', 'forger'),
});

it(`answers ${REQUESTS} hostile requests without a 500, an unhandled error or a hang`, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(hostile, async ({ method, path: place, query, body, as }) => {
      const search = new URLSearchParams(query).toString();
      const target = search ? `${place}${place.includes('?') ? '&' : '?'}${search}` : place;
      const { status } = await request(method, target, method === 'GET' ? undefined : (body ?? null), {
        ...(as === 'user' ? { token } : {}),
        ...(as === 'forger' ? { token: 'e30.e30.x' } : {}),
        ...(as === 'admin' ? { key: backend.secretKey } : {}),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: REQUESTS, seed: 20_261_120 },
  );
  expect(errors).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(100);
}, 120_000);
