import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimit } from '../../server/http/rate-limit.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

/** A limit as one process of the store sees it. */
function limitOfProcess(name: string) {
  const admin = clientAt(backend.url, backend.secretKey);
  return rateLimit(admin, name, { times: 3, seconds: 60 });
}

test('processes count a client’s requests together, even concurrent ones, and each client separately', async () => {
  const processes = [limitOfProcess('together'), limitOfProcess('together')];
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => processes.map((withinLimit) => withinLimit('192.0.2.1'))).flat(),
  );
  expect(answers.filter(Boolean)).toHaveLength(3);
  expect(await processes[0]?.('192.0.2.2')).toBe(true);
  expect(await limitOfProcess('another limit')('192.0.2.1')).toBe(true);
});

test('a client may continue after its window, and nothing is stored of it then', async () => {
  const withinLimit = limitOfProcess('over');
  for (let n = 0; n < 4; n += 1) await withinLimit('192.0.2.3');
  expect(await withinLimit('192.0.2.3')).toBe(false);
  await backend.owner`update private.rate_limits set resets_at = now() where limit_name = 'over'`;
  expect(await withinLimit('192.0.2.3')).toBe(true);
  await backend.owner`update private.rate_limits set resets_at = now() where limit_name = 'over'`;
  await withinLimit('192.0.2.4');
  expect(await backend.owner`select used from private.rate_limits where limit_name = 'over'`).toEqual([
    { used: 1 },
  ]);
});

test('addresses are not stored in the database, and only the stores’ own servers may count', async () => {
  await limitOfProcess('digests')('192.0.2.5');
  const [row] = await backend.owner`select * from private.rate_limits where limit_name = 'digests'`;
  expect(JSON.stringify(row)).not.toContain('192.0.2.5');
  const { error } = await backend
    .client()
    .rpc('consume_rate_limit', { p_limit_name: 'x', p_client: 'y', p_times: 1, p_seconds: 1 });
  expect(error).toMatchObject({ code: '42501' });
});
