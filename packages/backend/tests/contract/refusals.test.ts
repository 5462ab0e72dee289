import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedUpAt } from '../support/auth-people.ts';
import { EMBEDDED } from '../support/backend.ts';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

interface Asked {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose credentials to send; none by default. */
  as?: 'person' | 'secret key';
}

/** The README's refusals, each with a request. */
const refusals: [refusal: string, asked: Asked][] = [
  ['404 PGRST126', { path: '/rest/v1/' }],
  [
    '406 PGRST107',
    { path: '/rest/v1/conf_products', headers: { accept: 'application/vnd.pgrst.plan+json' } },
  ],
  ['406 PGRST107', { path: '/rest/v1/conf_products', headers: { accept: 'application/geo+json' } }],
  ['400 PGRST123', { path: '/rest/v1/conf_products?select=price.sum()' }],
  ['400 21000', { method: 'DELETE', path: '/rest/v1/conf_products', as: 'secret key' }],
  ['401 42501', { path: '/rest/v1/conf_products?name=match.x' }],
  [
    '400 PGRST100',
    { path: '/rest/v1/conf_products?select=conf_makers(conf_products(conf_makers(conf_products(id))))' },
  ],
  ['400 54000', { path: '/rest/v1/conf_makers?select=meta' }],
  ['422 anonymous_provider_disabled', { method: 'POST', path: '/auth/v1/signup', body: {} }],
  [
    '404 manual_linking_disabled',
    { path: '/auth/v1/user/identities/authorize?provider=google', as: 'person' },
  ],
  [
    '400 provider_disabled',
    {
      method: 'POST',
      path: '/auth/v1/token?grant_type=id_token',
      body: { provider: 'google', id_token: 'x' },
    },
  ],
  [
    '400 web3_provider_disabled',
    { method: 'POST', path: '/auth/v1/token?grant_type=web3', body: { chain: 'ethereum' } },
  ],
  [
    '422 mfa_webauthn_enroll_not_enabled',
    { method: 'POST', path: '/auth/v1/factors', body: { factor_type: 'webauthn' }, as: 'person' },
  ],
  ['404 saml_provider_disabled', { method: 'POST', path: '/auth/v1/sso', body: { domain: 'a.example' } }],
  [
    '404 not_found',
    { method: 'POST', path: '/auth/v1/invite', body: { email: 'a@b.example' }, as: 'secret key' },
  ],
  ['405 method_not_allowed', { path: '/auth/v1/verify?token=x&type=signup' }],
  ['404 InvalidRequest', { path: '/storage/v1/s3/bucket', as: 'secret key' }],
  ['404 InvalidRequest', { method: 'POST', path: '/storage/v1/vector/CreateIndex', as: 'secret key' }],
  ['404 InvalidRequest', { path: '/storage/v1/iceberg/bucket', as: 'secret key' }],
  [
    '409 NotSupported',
    {
      method: 'POST',
      path: '/storage/v1/bucket',
      body: { name: 'lake', type: 'ANALYTICS' },
      as: 'secret key',
    },
  ],
];
/** Need other options: tested in rest-options.test.ts and auth-limits.test.ts. */
const testedElsewhere = ['400 PGRST127', '429 over_request_rate_limit'];

describe.runIf(EMBEDDED)('what the README calls refused', () => {
  let api: RestFixtures;
  let token: string;

  beforeAll(async () => {
    api = await startRestFixtures({ auth: { mailerAutoconfirm: true } });
    token = (await signedUpAt(api)).session.access_token;
    await api.owner`update public.conf_makers set meta = jsonb_build_object('words', repeat('word ', 500000))`;
  });
  afterAll(() => api?.close());

  it.each(refusals)('%s is what %o is answered', async (refusal, { method, path, body, headers, as }) => {
    const response = await fetch(api.url + path, {
      method,
      headers: {
        apikey: as === 'secret key' ? api.secretKey : api.publishableKey,
        'x-supabase-api-version': '2024-01-01',
        ...(as === 'person' ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const answer = (await response.json()) as { statusCode?: string; code: string };
    expect(`${answer.statusCode ?? response.status} ${answer.code}`).toBe(refusal);
  });

  it('is tested here completely', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const named = [...readme.matchAll(/(\d{3}) `(\w+)`/g)].map(([, status, code]) => `${status} ${code}`);
    const tried = refusals.map(([refusal]) => refusal).concat(testedElsewhere);
    expect(new Set(named)).toEqual(new Set(tried));
  });
});
