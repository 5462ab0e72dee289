import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenKeys } from '../../src/lib/http.ts';
import { secretsInFolder } from '../../src/lib/secrets.ts';
import { loadTokenKeys } from '../../src/token-keys.ts';
import { EMBEDDED } from '../support/backend.ts';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

const ALICE = '00000000-0000-4000-8000-00000000000a';
const BOB = '00000000-0000-4000-8000-00000000000b';

let api: RestFixtures;
let keys: TokenKeys;
beforeAll(async () => {
  api = await startRestFixtures();
  keys = await loadTokenKeys({ secrets: secretsInFolder(api.dataDir ?? ''), issuer: `${api.url}/auth/v1` });
  await api.owner`insert into public.conf_notes (owner, body) values (${ALICE}, 'of Alice'), (${BOB}, 'of Bob')`;
});
afterAll(() => api?.close());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const claims = (more: JWTPayload = {}): JWTPayload => ({
  sub: ALICE,
  role: 'authenticated',
  aud: 'authenticated',
  exp: inSeconds(3_600),
  ...more,
});
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const notes = (token: string) =>
  api.request('/conf_notes?select=body', { headers: { authorization: `Bearer ${token}` } });

async function refusal(token: string) {
  const response = await notes(token);
  const body = await response.json();
  return { status: response.status, code: body.code, challenge: response.headers.get('www-authenticate') };
}

const REFUSED = { status: 401, code: 'PGRST301', challenge: expect.stringContaining('invalid_token') };

describe.runIf(EMBEDDED)('an access token', () => {
  it('makes the request its user’s', async () => {
    const response = await notes(await keys.sign(claims()));
    expect(await response.json()).toEqual([{ body: 'of Alice' }]);
    const bob = await notes(await keys.sign(claims({ sub: BOB })));
    expect(await bob.json()).toEqual([{ body: 'of Bob' }]);
  });

  it('takes precedence over a secret key: the user’s rows, not all', async () => {
    const response = await api.request('/conf_notes?select=body', {
      key: api.secretKey,
      headers: { authorization: `Bearer ${await keys.sign(claims())}` },
    });
    expect(await response.json()).toEqual([{ body: 'of Alice' }]);
  });

  it('without a signature is refused, whatever the letter case of none', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const token = `${encode({ alg, typ: 'JWT' })}.${encode(claims({ iss: keys.issuer }))}.`;
      expect(await refusal(token)).toMatchObject({
        ...REFUSED,
        code: expect.stringMatching(/^PGRST30[13]$/),
      });
    }
  });

  it('signed by HMAC with the public key as the secret is refused', async () => {
    const [jwk] = keys.jwks().keys;
    for (const secret of [JSON.stringify(jwk), String(jwk?.x), api.publishableKey]) {
      const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: jwk?.kid })}.${encode(claims({ iss: keys.issuer }))}`;
      const signature = createHmac('sha256', secret).update(body).digest('base64url');
      expect(await refusal(`${body}.${signature}`)).toMatchObject(REFUSED);
    }
  });

  it('signed with a foreign key is refused, even if it includes that key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [ours] = keys.jwks().keys;
    for (const header of [
      { kid: ours?.kid },
      { jwk: publicKey.export({ format: 'jwk' }) },
      { jku: 'http://127.0.0.1:1/' },
    ]) {
      const body = `${encode({ alg: 'ES256', typ: 'JWT', ...header })}.${encode(claims({ iss: keys.issuer }))}`;
      const signature = createSign('sha256')
        .update(body)
        .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url');
      expect(await refusal(`${body}.${signature}`)).toMatchObject(REFUSED);
    }
  });

  it('whose claims were changed is refused', async () => {
    const [header, , signature] = (await keys.sign(claims())).split('.');
    for (const changed of [claims({ sub: BOB }), claims({ role: 'service_role' })]) {
      expect(
        await refusal(`${header}.${encode({ ...changed, iss: keys.issuer })}.${signature}`),
      ).toMatchObject(REFUSED);
    }
  });

  it('whose signature is empty, truncated or all zeros is refused', async () => {
    const [header, payload, signature = ''] = (await keys.sign(claims())).split('.');
    for (const wrong of ['', signature.slice(0, -4), Buffer.alloc(64).toString('base64url')]) {
      expect(await refusal(`${header}.${payload}.${wrong}`)).toMatchObject(REFUSED);
    }
  });

  it('that has expired is refused, both new and previously accepted', async () => {
    const expired = await keys.sign(claims({ exp: inSeconds(-60) }));
    expect(await refusal(expired)).toMatchObject({ status: 401, code: 'PGRST303' });
    const response = await notes(expired);
    expect(await response.json()).toEqual({
      code: 'PGRST303',
      details: null,
      hint: null,
      message: 'JWT expired',
    });
  });

  it('that is not valid yet, or comes from the future, is refused', async () => {
    expect(await refusal(await keys.sign(claims({ nbf: inSeconds(600) })))).toMatchObject({
      status: 401,
      code: 'PGRST303',
    });
    expect(await refusal(await keys.sign(claims({ iat: inSeconds(600) })))).toMatchObject({
      status: 401,
      code: 'PGRST303',
    });
  });

  it('of another issuer is refused', async () => {
    const token = await keys.sign(claims({ iss: 'https://elsewhere.test/auth/v1' }));
    expect(await refusal(token)).toMatchObject({ status: 401, code: 'PGRST303' });
  });

  it('with a database role is refused, ours or not', async () => {
    for (const role of [
      'postgres',
      'supabase_admin',
      'authenticator',
      'pg_read_all_data',
      'none',
      '',
      7,
      null,
      ['anon'],
    ]) {
      const response = await notes(await keys.sign(claims({ role } as JWTPayload)));
      expect(response.status, String(role)).toBe(403);
      expect(await response.json()).toMatchObject({
        code: '42501',
        message: expect.stringContaining('permission denied to set role'),
      });
    }
  });

  it('without a role is not an access token', async () => {
    const response = await notes(await keys.sign({ sub: ALICE, exp: inSeconds(60) }));
    expect(response.status).toBe(403);
  });

  it('that is not a token at all is refused', async () => {
    for (const token of ['x', 'a.b', 'a.b.c', '..', '....', 'e30.e30.e30', `${'A'.repeat(9_000)}.B.C`]) {
      expect(await refusal(token), token.slice(0, 20)).toMatchObject({ status: 401, code: 'PGRST301' });
    }
  });

  it('does not affect the next request on the same connection', async () => {
    const token = await keys.sign(claims());
    const bobs = await keys.sign(claims({ sub: BOB }));
    const wanted: { headers: Record<string, string>; body: unknown[] }[] = [
      { headers: {}, body: [] },
      { headers: { authorization: `Bearer ${token}` }, body: [{ body: 'of Alice' }] },
      { headers: { authorization: `Bearer ${bobs}` }, body: [{ body: 'of Bob' }] },
    ];
    const answers = await Promise.all(
      Array.from({ length: 600 }, async (_, index) => {
        const { headers, body } = wanted[index % 3] ?? { headers: {}, body: [] };
        const response = await api.request('/conf_notes?select=body', { headers });
        return { got: await response.json(), body };
      }),
    );
    for (const { got, body } of answers) expect(got).toEqual(body);
  });
});

describe.runIf(EMBEDDED)('rows under policies', () => {
  it('cannot be written for somebody else', async () => {
    const client = api.client({ token: await keys.sign(claims()) });
    const forged = await client.from('conf_notes').insert({ owner: BOB, body: 'forged' });
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } });
    const changed = await client.from('conf_notes').update({ body: 'changed' }).eq('owner', BOB).select();
    expect(changed.data).toEqual([]);
    const removed = await client.from('conf_notes').delete().eq('owner', BOB).select();
    expect(removed.data).toEqual([]);
    const given = await client.from('conf_notes').update({ owner: BOB }).eq('owner', ALICE);
    expect(given).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await api.owner`select body from public.conf_notes where owner = ${BOB}`).toEqual([
      { body: 'of Bob' },
    ]);
  });

  it('are filled in by the database for the caller', async () => {
    const client = api.client({ token: await keys.sign(claims()) });
    const { data } = await client.from('conf_notes').insert({ body: 'mine' }).select('owner,body').single();
    expect(data).toEqual({ owner: ALICE, body: 'mine' });
  });
});
