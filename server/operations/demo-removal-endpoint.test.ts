import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backendClient } from '../backend/backend-clients.ts';
import { demoRemovalEndpoint } from './demo-removal-endpoint.ts';
import { createLogger } from './logger.ts';

/** The backend's answers by function; 403 for everything else. */
let answers: Record<string, unknown>;
let calls: string[];
let dataDir: string;

beforeEach(async () => {
  answers = {
    user: { id: randomUUID(), aud: 'authenticated' },
    demo_status: { present: true, open_accounts: 2 },
    demo_summary: {},
    remove_demo: { stores: [] },
    take_jobs: [],
  };
  calls = [];
  dataDir = await mkdtemp(join(tmpdir(), 'souk-demo-removal-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

function serve(backUp?: (purpose: string) => Promise<string>, origin?: string) {
  const backend = {
    internalUrl: 'http://backend.test',
    publishableKey: 'key',
    backUp,
    fetch: async (input: string | URL | Request) => {
      const called =
        new URL(String(input instanceof Request ? input.url : input)).pathname.split('/').at(-1) ?? '';
      calls.push(called);
      if (called in answers) return Response.json(answers[called]);
      return Response.json({ code: '42501', message: 'No', details: 'platform_owner_only' }, { status: 403 });
    },
  };
  const endpoint = demoRemovalEndpoint({
    backend,
    admin: backendClient(backend, 'secret'),
    environment: { SOUK_DATA: dataDir, SOUK_ORIGIN: origin },
    log: createLogger('silent'),
  });
  return async (init: RequestInit = {}, token = 'token') =>
    endpoint.request('/demo-removal', {
      ...init,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
}

const removal = (changes: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({ requestId: randomUUID(), keepChanged: true, withoutBackup: false, ...changes }),
});
const steps = async (answer: Response) =>
  (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('tells staff whether there is a demo, and whether it is reachable beyond this machine', async () => {
  expect(await (await serve()()).json()).toEqual({
    ...{ present: true, open_accounts: 2, backups: false, isPublic: false },
  });
  const send = serve(async () => 'file', 'https://shop.example');
  expect(await (await send()).json()).toMatchObject({ backups: true, isPublic: true });
});

it('refuses callers without a token, and everybody but owners of all stores', async () => {
  const send = serve(async () => 'file');
  expect((await send({}, '')).status).toBe(401);
  delete answers.demo_summary;
  expect((await send(removal())).status).toBe(403);
  expect(calls).not.toContain('remove_demo');
});

it('makes a backup before removing anything, and deletes the demo people’s mail', async () => {
  const mail = join(dataDir, 'mail');
  await mkdir(mail);
  await writeFile(join(mail, '1.json'), JSON.stringify({ to: 'shopper@inkthread.example' }));
  await writeFile(join(mail, '2.json'), JSON.stringify({ to: 'mona@people.test' }));
  const send = serve(async (purpose) => {
    expect(calls).not.toContain('remove_demo');
    return `${purpose}.tar.gz`;
  });
  const backup = 'before-demo-removal.tar.gz';
  expect(await steps(await send(removal()))).toEqual([
    { step: 'backup' },
    { step: 'rows', backup },
    { step: 'files', left: 0 },
    { step: 'done', removed: { stores: [] }, backup },
  ]);
  expect(await readdir(mail)).toEqual(['2.json']);
});

it('removes nothing if no backup can be made, unless a person confirms that none is wanted', async () => {
  const send = serve();
  expect((await send(removal())).status).toBe(409);
  expect(calls).not.toContain('remove_demo');
  expect((await steps(await send(removal({ withoutBackup: true })))).at(-1)).toMatchObject({ step: 'done' });
});

it('removes nothing after a failed backup, and says why', async () => {
  const send = serve(() => Promise.reject(new Error('The disk is full.')));
  expect(await steps(await send(removal()))).toEqual([
    { step: 'backup' },
    { step: 'failed', error: { message: 'The disk is full.' } },
  ]);
  expect(calls).not.toContain('remove_demo');
});

it('passes on a refusal by the database, and refuses an invalid request', async () => {
  const send = serve(async () => 'file');
  delete answers.remove_demo;
  expect((await steps(await send(removal()))).at(-1)).toMatchObject({
    step: 'failed',
    error: { details: 'platform_owner_only' },
  });
  expect((await send({ method: 'POST', body: '{"requestId": 1}' })).status).toBe(400);
  expect((await send({ method: 'DELETE' })).status).toBe(405);
});
