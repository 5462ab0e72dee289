import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenKeys } from '../../src/lib/http.ts';
import { secretsInFolder } from '../../src/lib/secrets.ts';
import { loadTokenKeys } from '../../src/token-keys.ts';
import { EMBEDDED } from '../support/backend.ts';
import { type HostileRequest, hostileRequests } from '../support/hostile-requests.ts';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

const VICTIM = '00000000-0000-4000-8000-0000000000aa';
const ATTACKER = '00000000-0000-4000-8000-0000000000bb';
/** Part of every row that the attacker must not see. */
const MARK = 'only-for-the-victim';
const REQUESTS = 10_000;
const CONCURRENCY = 12;

let api: RestFixtures;
let keys: TokenKeys;
beforeAll(async () => {
  api = await startRestFixtures();
  keys = await loadTokenKeys({ secrets: secretsInFolder(api.dataDir ?? ''), issuer: `${api.url}/auth/v1` });
  await api.owner`insert into public.conf_notes (owner, body) select ${VICTIM}, ${MARK} from generate_series(1, 5)`;
  await api.owner`update public.conf_secrets set word = ${MARK}`;
});
afterAll(() => api?.close());

async function send(
  request: HostileRequest,
  token: string | undefined,
): Promise<{ status: number; text: string }> {
  const response = await api.request(request.path, {
    method: request.method,
    headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, text: await response.text() };
}

describe.runIf(EMBEDDED)('ten thousand hostile requests', () => {
  it('get no 500, neither see nor change another person’s row, and the server survives', async () => {
    const seed = Number(process.env.HOSTILE_SEED ?? 20_261_120);
    const requests = hostileRequests(REQUESTS, seed);
    const token = await keys.sign({
      sub: ATTACKER,
      role: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3_600,
    });
    const statuses = new Map<number, number>();
    const failures: unknown[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (next < requests.length) {
          const index = next;
          next += 1;
          const request = requests[index];
          if (!request) return;
          const { status, text } = await send(request, index % 2 === 0 ? token : undefined);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500 || text.includes(MARK))
            failures.push({ request, status, text: text.slice(0, 300) });
        }
      }),
    );
    expect(failures).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(300);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(1_000);
    const [kept] = await api.owner`
      select count(*)::int as notes from public.conf_notes where owner = ${VICTIM} and body = ${MARK}`;
    expect(kept).toEqual({ notes: 5 });
    expect(await api.owner`select id from public.conf_hidden`).toEqual([{ id: 1 }]);
    expect((await api.anon.rpc('conf_add', { a: 1, b: 1 })).data).toBe(2);
  }, 180_000);
});
