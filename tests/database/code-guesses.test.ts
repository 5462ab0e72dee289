import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { anonymous, attempt, makePerson, type Person } from './people.ts';
import { call, freshTenant, makeStore, orderOf, type Store } from './store.ts';

let db: TestDatabase;
let store: Store;
let shopper: Person;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  store = await makeStore(db, freshTenant());
  shopper = await makePerson(db, store.tenantId);
});

const lines = () => [{ product_id: store.mugId, quantity: 1 }];

const quote = (who: Identity, discount_code: string) =>
  call<{ discount_total: number; problems: { code: string; message: string }[] }>(
    db,
    who,
    'select to_jsonb(quote_order($1::text::jsonb)) as value',
    [JSON.stringify({ tenant_id: store.tenantId, lines: lines(), discount_code })],
  );

const guess = async (who: Identity, times: number) => {
  for (let n = 0; n < times; n += 1) await quote(who, `GUESS-${n}`);
};

/** A client at an address. */
const from = (identity: Identity, ip: string, method = 'POST'): Identity => ({
  ...identity,
  request: { method, path: '/rpc/quote_order', headers: { 'cf-connecting-ip': ip } },
});

test('a person who tries twenty nonexistent codes gets no answer about any for a while, nor an order', async () => {
  await guess(shopper.identity, 19);
  expect((await quote(shopper.identity, 'TEN')).discount_total).toBe(10);
  await guess(shopper.identity, 1);
  const refused = await quote(shopper.identity, 'TEN');
  expect(refused).toMatchObject({ discount_total: 0, problems: [{ code: 'too_many_codes' }] });
  expect((await quote(shopper.identity, 'GUESS')).problems).toEqual(refused.problems);
  const order = JSON.stringify(orderOf(store, { discount_code: 'TEN' }));
  expect(await shopper.refusal('select place_order($1::text::jsonb)', [order])).toMatchObject({
    code: 'P0001',
    detail: 'too_many_codes',
    message: 'You have tried many codes that do not exist. Try again in an hour.',
  });
  const neighbour = await makePerson(db, store.tenantId);
  expect((await quote(neighbour.identity, 'TEN')).problems).toEqual([]);

  await db.owner`update private.code_guesses set since = since - interval '61 minutes'`;
  expect((await quote(shopper.identity, 'TEN')).discount_total).toBe(10);
});

test('without an account the client’s address is limited, and a cart without a code is still priced', async () => {
  await guess(from(anonymous, '203.0.113.5'), 100);
  const here = await quote(from((await makePerson(db, store.tenantId)).identity, '203.0.113.5'), 'TEN');
  expect(here.problems).toMatchObject([{ code: 'too_many_codes' }]);
  expect((await quote(from(anonymous, '203.0.113.5'), '')).problems).toEqual([]);
  expect((await quote(from(anonymous, '203.0.113.6'), 'TEN')).problems).toEqual([]);
});

test('a read-only request learns nothing about codes', async () => {
  const asked = (discount_code: string) =>
    attempt(db, from(anonymous, '203.0.113.7', 'GET'), 'select quote_order($1::text::jsonb)', [
      JSON.stringify({ tenant_id: store.tenantId, lines: lines(), discount_code }),
    ]);
  const answers = [await asked('TEN'), await asked('NOPE')];
  for (const answer of answers) expect(answer).toMatchObject({ code: '25006' });
});

test('through the backend the address is the one it sees, whatever the request claims', async () => {
  const backend: TestBackend = await startTestBackend();
  try {
    const own = await makeStore(backend, freshTenant());
    const ask = async (discount_code: string) => {
      const answer = await fetch(`${backend.url}/rest/v1/rpc/quote_order`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          'content-type': 'application/json',
          'cf-connecting-ip': `198.51.100.${randomUUID().charCodeAt(0)}`,
          'x-forwarded-for': randomUUID(),
        },
        body: JSON.stringify({
          p_order: {
            tenant_id: own.tenantId,
            discount_code,
            lines: [{ product_id: own.mugId, quantity: 1 }],
          },
        }),
      });
      return (await answer.json()) as { problems: { code: string }[] };
    };
    for (let n = 0; n < 100; n += 1) await ask(`GUESS-${n}`);
    expect((await ask('TEN')).problems).toMatchObject([{ code: 'too_many_codes' }]);
  } finally {
    await backend.close();
  }
});
