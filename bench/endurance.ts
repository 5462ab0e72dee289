import { atMost, type Figure, median, told } from './figures.ts';
import { rawLoad, rawRequest } from './raw-load.ts';
import { type ServedBackend, withServedBackend } from './served-backend.ts';

const MEGABYTE = 1024 * 1024;
const requests = 100_000;
const readers = 16;
const signers = 4;
const account = { email: 'bench@example.com', password: 'a phrase for measuring' };

/** What the backend does to others while people sign in, and to its memory over 100,000 requests. */
export async function enduranceFigures(): Promise<Figure[]> {
  return withServedBackend(async (served) => [
    ...(await signInsBeside(served)),
    ...(await memoryOverTime(served)),
  ]);
}

/** Reads go on while passwords are checked: the slowest hundredth of them takes less than one sign-in does. */
async function signInsBeside({ url, headers }: ServedBackend): Promise<Figure[]> {
  await post(`${url}/auth/v1/signup`, headers);
  const quiet = await readTimes(url, headers, 1_000);
  const alone = [];
  for (let turn = 0; turn < 5; turn += 1) alone.push(await signInTime(url, headers));
  let reading = true;
  const signIns = Array.from({ length: signers }, async () => {
    while (reading) await signInTime(url, headers);
  });
  const busy = await readTimes(url, headers, 3_000);
  reading = false;
  await Promise.all(signIns);
  const slowest = percentile(busy, 0.99);
  return [
    told('read of one row, p99', [percentile(quiet, 0.99)], 'ms'),
    told(`the same while ${signers} people sign in over and over`, [slowest], 'ms'),
    atMost('the same, of the time one sign-in takes', [slowest / median(alone)], 0.5),
  ];
}

async function readTimes(url: string, headers: Record<string, string>, milliseconds: number) {
  const times: number[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const from = performance.now();
    await (await fetch(`${url}/rest/v1/bench_items?id=eq.7`, { headers })).text();
    times.push(performance.now() - from);
  }
  return times;
}

async function signInTime(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now();
  await post(`${url}/auth/v1/token?grant_type=password`, headers);
  return performance.now() - from;
}

async function post(url: string, { apikey = '' }: Record<string, string>): Promise<void> {
  const headers = { apikey, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(account) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.text();
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

async function memoryOverTime({ url, headers, memory }: ServedBackend): Promise<Figure[]> {
  const turns = Array.from({ length: 900 }, (_, turn) =>
    rawRequest('GET', `/rest/v1/bench_items?select=*&id=gt.${turn}&order=id.asc&limit=20`, headers),
  );
  const load = async (count: number) => {
    for (let sent = 0; sent < count; ) {
      sent += await rawLoad(Number(new URL(url).port), turns, readers, 1);
    }
  };
  await load(requests / 5);
  const before = await memory();
  await load(requests);
  const after = await memory();
  return [
    told('memory of the backend, without PostgreSQL', [after.resident / MEGABYTE], 'MB'),
    atMost(
      `heap in use after ${requests.toLocaleString('en-US')} requests more, of before`,
      [after.inUse / before.inUse],
      1.1,
    ),
  ];
}
