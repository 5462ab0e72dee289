import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { type Job, runDueJobs } from '../../server/jobs/jobs.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { signUpIn } from '../support/customer.ts';
import { makeStore } from './store.ts';

let backend: TestBackend;
let admin: SupabaseClient<Database>;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  admin = clientAt(backend.url, backend.secretKey);
});
afterAll(() => backend.close());

/** A job kind of the test's own, which records what it ran. */
function newKind(work: (job: Job) => Promise<void> = async () => {}) {
  const kind = `of_${randomUUID().replaceAll(/[^a-f]/g, '')}${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const done: unknown[] = [];
  const handlers = {
    [kind]: async (job: Job) => {
      await work(job);
      done.push(job.payload);
    },
  };
  return {
    kind,
    done,
    run: () => runDueJobs({ admin, handlers, log: pino({ enabled: false }) }),
    add: (key: string, payload: object = {}, most = 20) => backend.owner`
      select private.add_job(${kind}, ${key}, ${JSON.stringify(payload)}::text::jsonb, p_max_attempts => ${most})`,
    rows: () => backend.owner`
      select key, attempts, last_error, run_at - now() as pause, locked_at from private.jobs where kind = ${kind} order by key`,
    later: () => backend.owner`update private.jobs set run_at = now() where kind = ${kind}`,
  };
}

test('a job is done once, however many processes look for it', async () => {
  const jobs = newKind();
  for (let n = 0; n < 25; n += 1) await jobs.add(`${n}`, { n: `${n}` });
  let taken = 0;
  for (let turn = 0; turn < 3; turn += 1)
    for (const count of await Promise.all([jobs.run(), jobs.run(), jobs.run()])) taken += count;
  expect(taken).toBe(25);
  expect(new Set(jobs.done.map((payload) => JSON.stringify(payload))).size).toBe(25);
  expect(jobs.done).toHaveLength(25);
  expect(await jobs.rows()).toEqual([]);
});

test('a failing one waits longer each time, stores its error, and is given up after its last attempt', async () => {
  const jobs = newKind(() => Promise.reject(new Error('The storage is away')));
  await jobs.add('a', {}, 3);
  const before = (await admin.rpc('operations_status').throwOnError()).data;
  expect(await jobs.run()).toBe(1);
  expect(await jobs.rows()).toMatchObject([
    { attempts: 1, last_error: 'The storage is away', locked_at: null },
  ]);
  expect(await jobs.run()).toBe(0);
  for (let attempt = 2; attempt <= 3; attempt += 1) {
    await jobs.later();
    expect(await jobs.run()).toBe(1);
  }
  await jobs.later();
  expect(await jobs.run()).toBe(0);
  const failed = (await admin.rpc('failed_jobs').throwOnError()).data.filter(
    ({ kind }) => kind === jobs.kind,
  );
  expect(failed).toMatchObject([{ key: 'a', attempts: 3, last_error: 'The storage is away' }]);
  const after = (await admin.rpc('operations_status').throwOnError()).data;
  expect(after).toMatchObject({ jobs: { failed: Number(Object(Object(before).jobs).failed) + 1 } });
  const [id = 0] = failed.map((job) => job.id);
  expect((await admin.rpc('retry_jobs', { p_job_ids: [id] }).throwOnError()).data).toBe(1);
  expect(await jobs.run()).toBe(1);
});

test('a recurring job that waits for its next run does not count as waiting work', async () => {
  const counts = async () => (await admin.rpc('operations_status').throwOnError()).data;
  const before = await counts();
  const jobs = newKind();
  await admin.rpc('schedule_job', { p_kind: jobs.kind, p_seconds: 60 }).throwOnError();
  expect(await counts()).toMatchObject({ jobs: before.jobs });
});

test('the pause doubles up to six hours, and jobs that failed together are not retried together', async () => {
  const [row] = await backend.owner`
    select min(extract(epoch from private.retry_pause(1)))::float8 as least, max(extract(epoch from private.retry_pause(1)))::float8 as most,
      max(extract(epoch from private.retry_pause(100)))::float8 as longest, count(distinct private.retry_pause(5))::int as pauses
    from generate_series(1, 200)`;
  expect(row?.least).toBeGreaterThanOrEqual(45);
  expect(row?.most).toBeLessThanOrEqual(75);
  expect(row?.longest).toBeLessThanOrEqual(6 * 3_600 * 1.25);
  expect(row?.pauses).toBeGreaterThan(100);
});

test('a dead process’s job is done by another after a while', async () => {
  const jobs = newKind();
  await jobs.add('a');
  await admin.rpc('take_jobs', { p_kinds: [jobs.kind] }).throwOnError();
  expect(await jobs.run()).toBe(0);
  await backend.owner`update private.jobs set locked_at = now() - interval '11 minutes' where kind = ${jobs.kind}`;
  expect(await jobs.run()).toBe(1);
  expect(jobs.done).toHaveLength(1);
});

test('one waits per key: a newer one replaces it, and is done even if the older was running', async () => {
  const jobs = newKind();
  await jobs.add('a', { version: '1' });
  const taken = (await admin.rpc('take_jobs', { p_kinds: [jobs.kind] }).throwOnError()).data;
  await jobs.add('a', { version: '2' });
  const [ids, attempts] = [taken.map(({ id }) => id), taken.map(({ attempt }) => attempt)];
  await admin.rpc('finish_jobs', { p_job_ids: ids, p_attempts: attempts }).throwOnError();
  expect(await jobs.run()).toBe(1);
  expect(jobs.done).toEqual([{ version: '2' }]);
});

test('staff see and retry failed jobs of their own store, and of no other', async () => {
  const stores = await Promise.all(['northblock', 'inkthread'].map((id) => makeStore(backend, id)));
  const [own, other] = stores.map(({ tenantId }) => tenantId);
  const { client } = await signUpIn(backend, own ?? '', 'admin');
  const jobs = newKind();
  for (const tenant of [own, other])
    await backend.owner`
      insert into private.jobs (kind, key, tenant_id, attempts) values (${jobs.kind}, ${tenant ?? ''}, ${tenant ?? ''}, 20)`;
  const seen = (await client.rpc('failed_jobs').throwOnError()).data;
  expect(seen.map(({ tenant_id }) => tenant_id)).toEqual([own]);
  const ids = (
    await backend.owner<{ id: number }[]>`select id from private.jobs where kind = ${jobs.kind}`
  ).map(({ id }) => Number(id));
  expect((await client.rpc('retry_jobs', { p_job_ids: ids }).throwOnError()).data).toBe(1);
  const left = (await admin.rpc('failed_jobs').throwOnError()).data.filter(({ kind }) => kind === jobs.kind);
  expect(left.map(({ key }) => key)).toEqual([other]);
});
