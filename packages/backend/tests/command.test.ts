import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COMMAND = join(import.meta.dirname, '../src/command.ts');
const PATIENT = { timeout: 60_000, interval: 20 };

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-'));
  await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
  await writeFile(
    join(folder, 'supabase/migrations/20260101000000_cups.sql'),
    'create table public.cups (id bigint generated always as identity primary key, colour text);',
  );
  await writeFile(
    join(folder, 'supabase/seed.sql'),
    "insert into public.cups (colour) values ('red'), ('green');",
  );
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function command(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATABASE_URL: '' },
  });
  running.add(child);
  let [written, output] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, exited, written: () => written, output: () => output };
}

async function cupsOf(environment: string): Promise<unknown> {
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = parseEnv(environment);
  const client = createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY);
  const { data } = await client.from('cups').select('colour').order('id').throwOnError();
  return data;
}

it('serves a folder’s migrations, seeds a database once, and shuts down gracefully on each signal', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const started = command('start');
    await expect.poll(started.output, PATIENT).toContain('/_mail?token=');
    expect(await cupsOf(started.written())).toEqual([{ colour: 'red' }, { colour: 'green' }]);
    started.child.kill(signal);
    expect(await started.exited, started.output()).toBe(0);
    expect(await readdir(join(folder, '.data'))).not.toContain('lock.pid');
  }
});

it('says what is missing, and how to use it', async () => {
  const lost = command('start', 'elsewhere');
  expect(await lost.exited).toBe(1);
  expect(lost.output()).toContain(`There is no folder ${join(folder, 'elsewhere/migrations')}.`);
  const wrong = command('run');
  expect(await wrong.exited).toBe(1);
  expect(wrong.output()).toContain('embedded-supabase start [FOLDER]');
  const unknown = command('start', '--colour', 'red');
  expect(await unknown.exited).toBe(1);
  expect(unknown.output()).toContain('--colour');
});
