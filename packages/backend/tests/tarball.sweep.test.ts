import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
/** Packages are downloaded. */
const POLL_AFTER = 600_000;
const run = promisify(execFile);

let folder: string;
let tarball: string;
/** The README's code blocks, by language, with the file names before them. */
let readme: Record<string, string>;
let files: Record<string, string>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a bare folder '));
  await run(process.execPath, ['scripts/build.ts'], { cwd: PACKAGE });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(PACKAGE, 'build'),
  });
  tarball = join(folder, basename(/"filename": "([^"]+)"/.exec(stdout)?.[1] ?? ''));
  const text = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const start = text.slice(text.indexOf('## Start'), text.indexOf('\n## ', text.indexOf('## Start') + 1));
  readme = Object.fromEntries(
    [...start.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind, code]) => [kind, code]),
  );
  files = Object.fromEntries(
    [...start.matchAll(/`([^`\s]+\.(sql|mjs))`:/g)].map(([, name, kind]) => [kind, name]),
  );
}, POLL_AFTER);

afterAll(async () => {
  for (const child of running.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Runs a shell command in the folder until it exits or is killed. `exec`: signals reach the command, not the shell. */
function shell(line: string) {
  const child = spawn('sh', ['-c', line], { cwd: folder, env: { ...process.env, PORT: '0' } });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}

it(
  'runs the README’s todo app on a machine that has only Node',
  async () => {
    await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
    await writeFile(join(folder, files.sql ?? ''), readme.sql ?? '');
    await writeFile(join(folder, files.mjs ?? ''), readme.js ?? '');
    const [install = '', start = '', app = ''] = (readme.sh ?? '').trim().split('\n');

    const installed = shell(install.replace(' embedded-supabase ', ` "${tarball}" `));
    await once(installed.child, 'exit');
    expect(installed.child.exitCode, installed.output()).toBe(0);

    const backend = shell(`exec ${start}`);
    const patient = { timeout: 60_000, interval: 50 };
    await expect.poll(backend.output, patient).toContain('/_mail?token=');
    const todos = shell(`exec ${app}`);
    await expect.poll(todos.output, patient).toContain('Heard: Buy bread');
    await expect.poll(todos.output, patient).toContain("Read: [ { task: 'Buy bread' } ]");
    todos.child.kill('SIGTERM');

    const { SUPABASE_URL = '' } = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
    expect((await fetch(`${SUPABASE_URL}/healthz`)).status).toBe(200);
    backend.child.kill('SIGTERM');
    const ended = () =>
      fetch(`${SUPABASE_URL}/healthz`).then(
        () => false,
        () => true,
      );
    await expect.poll(ended, patient).toBe(true);
    await expect.poll(() => readdir(join(folder, '.data')), patient).not.toContain('lock.pid');
  },
  POLL_AFTER,
);
