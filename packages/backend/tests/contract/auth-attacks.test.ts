import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, importPKCS8, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authRequests,
  claimsOf,
  newAddress,
  PASSWORD,
  sessionOf,
  signedUpAt,
} from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { untilWaiting } from '../support/waiting.ts';

const GENEROUS = { times: 100_000, seconds: 60 };
const mail = catchMail();
/** Delays the mail server's messages until resolved. */
let mailServer: Promise<void> = Promise.resolve();
let backend: TestBackend;
const request = authRequests(() => backend);

beforeAll(async () => {
  backend = await startTestBackend({
    auth: {
      mailerAutoconfirm: true,
      mail: {
        transport: {
          send: async (message) => {
            await mailServer;
            await mail.send(message);
          },
          close() {},
        },
      },
      limits: {
        signInPerClient: GENEROUS,
        signInPerAddress: GENEROUS,
        signUpPerClient: GENEROUS,
        messagesPerClient: GENEROUS,
        messagesPerAddress: GENEROUS,
        verifyPerClient: GENEROUS,
        verifyPerAddress: GENEROUS,
        oauthPerClient: GENEROUS,
        refreshPerClient: GENEROUS,
      },
    },
  });
});
afterAll(() => backend.close());

const person = () => signedUpAt(backend);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a forged token', () => {
  async function refused(token: string) {
    for (const [method, path, body] of [
      ['GET', '/user', undefined],
      ['PUT', '/user', { data: { forged: true } }],
      ['POST', '/logout', {}],
      ['GET', '/admin/users', undefined],
      ['POST', '/factors', { factor_type: 'totp' }],
    ] as const) {
      const { status, body: answer } = await request(method, path, body, { token });
      expect({ path, status, code: answer.code }).toEqual({ path, status: 403, code: 'bad_jwt' });
    }
    const rest = await fetch(`${backend.url}/rest/v1/profiles?select=id`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(rest.status).toBe(401);
  }

  it('with alg none is refused', async () => {
    const { session } = await person();
    const claims = claimsOf(session.access_token);
    for (const alg of ['none', 'None', 'NONE', '']) {
      await refused(`${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`);
    }
  });

  it('signed with the public key as a shared secret is refused', async () => {
    const { session } = await person();
    const { keys } = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
    for (const secret of [JSON.stringify(keys[0]), keys[0].x, backend.publishableKey]) {
      const content = `${encode({ alg: 'HS256', typ: 'JWT', kid: keys[0].kid })}.${encode(claimsOf(session.access_token))}`;
      await refused(`${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`);
    }
  });

  it('signed with a foreign key under the same id is refused, even if it includes the key', async () => {
    const { session } = await person();
    const header = JSON.parse(Buffer.from(session.access_token.split('.')[0] ?? '', 'base64url').toString());
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = await importPKCS8(
      foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'ES256',
    );
    const jwk = await exportJWK(foreign.publicKey);
    for (const extra of [{}, { jwk }, { jku: 'https://evil.test/keys' }, { x5u: 'https://evil.test/cert' }]) {
      const token = await new SignJWT(claimsOf(session.access_token))
        .setProtectedHeader({ ...header, ...extra })
        .sign(key);
      await refused(token);
    }
  });

  it('with another role, another user or a later expiry is refused', async () => {
    const { session } = await person();
    const [header, , signature] = session.access_token.split('.');
    const claims = claimsOf(session.access_token);
    for (const change of [
      { role: 'service_role' },
      { role: 'postgres' },
      { sub: '00000000-0000-4000-8000-000000000000' },
      { exp: 9_999_999_999 },
      { aal: 'aal2' },
    ]) {
      await refused(`${header}.${encode({ ...claims, ...change })}.${signature}`);
    }
  });

  it('that is not a token at all is refused', async () => {
    for (const token of ['x', 'a.b', 'a.b.c', 'a.b.c.d', '..', `${'x'.repeat(12_000)}.y.z`])
      await refused(token);
  });
});

describe('an expired token', () => {
  it('is refused, and its session lives on by the refresh token', async () => {
    let offset = 0;
    const own = await startTestBackend({
      now: () => new Date(Date.now() + offset),
      auth: { mailerAutoconfirm: true },
    });
    const client = own.client();
    await client.auth.signUp({ email: newAddress(), password: PASSWORD });
    const session = await sessionOf(client);
    offset = 3_700_000;
    const { error } = await own.client().auth.getUser(session.access_token);
    expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
    const refreshed = await own.client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toBeNull();
    await own.close();
  });
});

describe('nobody learns who has an account', () => {
  async function timed(work: () => Promise<unknown>): Promise<number> {
    const start = performance.now();
    await work();
    return performance.now() - start;
  }

  it('by the time a sign-in takes', async () => {
    const { email } = await person();
    const known: number[] = [];
    const unknown: number[] = [];
    const signIn = (address: string) =>
      request('POST', '/token?grant_type=password', { email: address, password: 'wrong password' });
    await signIn(email);
    for (let round = 0; round < 12; round += 1) {
      known.push(await timed(() => signIn(email)));
      unknown.push(await timed(() => signIn(`nobody${round}@people.test`)));
    }
    // Compare the fastest of each: other load on the machine only makes calls slower.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('by the time a recovery, a sign-in message or a resend takes, as they do not wait for the message', async () => {
    const { email } = await person();
    const { promise, resolve } = Promise.withResolvers<void>();
    mailServer = promise;
    try {
      expect((await request('POST', '/recover', { email })).status).toBe(200);
      expect((await request('POST', '/otp', { email, create_user: false })).status).toBe(200);
      expect((await request('POST', '/resend', { email, type: 'signup' })).status).toBe(200);
      expect(mail.messages.filter(({ to }) => to === email)).toEqual([]);
    } finally {
      resolve();
    }
    await mail.take(email);
    await mail.take(email);
  });

  it('by the responses to those', async () => {
    const { email } = await person();
    for (const [path, more] of [
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/otp', {}],
      ['/resend', { type: 'signup' }],
      ['/token?grant_type=password', { password: 'wrong password' }],
      ['/verify', { type: 'recovery', token: '000000' }],
      ['/verify', { type: 'email', token: '000000' }],
    ] as const) {
      const known = await request('POST', path, { email, ...more });
      const unknown = await request('POST', path, { email: newAddress(), ...more });
      expect({ status: known.status, text: known.text }, path).toEqual({
        status: unknown.status,
        text: unknown.text,
      });
    }
  });
});

describe('sign-ins', () => {
  it('do not delay other requests', async () => {
    const { email } = await person();
    let finished = 0;
    const signIns = Array.from({ length: 40 }, () =>
      request('POST', '/token?grant_type=password', { email, password: 'wrong password' }).then(() => {
        finished += 1;
      }),
    );
    for (let round = 0; round < 10; round += 1) {
      expect((await request('GET', '/settings')).status).toBe(200);
    }
    expect(finished).toBeLessThan(30);
    await Promise.all(signIns);
    expect(finished).toBe(40);
  });

  const sessionsOf = async (email: string) => {
    const rows = await backend.owner`
      select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    return rows.length;
  };

  it('start no session if the password changes after it was checked', async () => {
    const { email } = await person();
    let signIn: ReturnType<typeof request> | undefined;
    await backend.owner.begin(async (tx) => {
      await tx`select from auth.users where email = ${email} for update`;
      signIn = request('POST', '/token?grant_type=password', { email, password: PASSWORD });
      await untilWaiting(backend.owner);
      await tx`
        update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4))
        where email = ${email}`;
    });
    expect(await signIn).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    expect(await sessionsOf(email)).toBe(1);
  });

  it('in progress when the password changes are ended by the change', async () => {
    const { email, client } = await person();
    let change: ReturnType<typeof client.auth.updateUser> | undefined;
    await backend.owner.begin(async (tx) => {
      await tx`select from auth.users where email = ${email} for no key update`;
      change = client.auth.updateUser({ password: 'another long password' });
      await untilWaiting(backend.owner);
      await tx`insert into auth.sessions (user_id) select id from auth.users where email = ${email}`;
    });
    expect((await change)?.error).toBeNull();
    expect(await sessionsOf(email)).toBe(1);
  });
});

describe('people', () => {
  it('cannot gain rights through their own metadata', async () => {
    const email = newAddress();
    const { body } = await request('POST', '/signup', {
      email,
      password: PASSWORD,
      role: 'service_role',
      aud: 'other',
      app_metadata: { role: 'super_admin' },
      email_confirm: true,
      id: '00000000-0000-4000-8000-000000000000',
      is_super_admin: true,
      data: {
        role: 'service_role',
        app_metadata: { admin: true },
        sub: 'x',
        email_verified: true,
        email: 'x@y.test',
      },
    });
    expect(body.user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(body.user.id).not.toBe('00000000-0000-4000-8000-000000000000');
    expect(body.user.identities[0].identity_data).toMatchObject({
      sub: body.user.id,
      email,
      email_verified: false,
    });
    expect(claimsOf(body.access_token)).toMatchObject({ role: 'authenticated', sub: body.user.id });
  });

  it('get tokens that fit in a header, however large their metadata', async () => {
    const { client } = await person();
    const big = { data: { text: 'x'.repeat(4000) } };
    expect((await client.auth.updateUser(big)).error).toBeNull();
    const more = await client.auth.updateUser({ data: { more: 'x'.repeat(4000) } });
    expect(more.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await client.auth.getUser()).error).toBeNull();
  });
});
