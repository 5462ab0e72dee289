import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockHeld, lockHolder, takePidLock } from './pid-lock.mjs';

const MODULE = join(import.meta.dirname, 'pid-lock.mjs');

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pid-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A child process that tries to take the lock, reports the result, and holds it until killed. */
function otherProcess() {
  const script = `
    import { takePidLock } from ${JSON.stringify(MODULE)};
    await takePidLock(${JSON.stringify(file)}).then(() => console.log('taken'), () => console.log('refused'));
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  return { child, answer: once(child.stdout, 'data').then(([text]) => String(text).trim()) };
}

it('has one holder at a time and leaves no file behind', async () => {
  const giveBack = await takePidLock(file);
  expect(lockHolder(file)?.pid).toBe(process.pid);
  await expect(takePidLock(file)).rejects.toBeInstanceOf(LockHeld);
  giveBack();
  expect(readdirSync(folder)).toEqual([]);
});

it('does not mistake an unreadable lock for a dead process’s', async () => {
  mkdirSync(file);
  expect(() => lockHolder(file)).toThrow('EISDIR');
  await expect(takePidLock(file)).rejects.toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['lock']);
});

it('goes to a process that waits for it', async () => {
  const giveBack = await takePidLock(file);
  const second = takePidLock(file, { timeout: 10_000 });
  giveBack();
  (await second)();
});

it('does not outlive a killed process', async () => {
  const { child, answer } = otherProcess();
  expect(await answer).toBe('taken');
  await expect(takePidLock(file)).rejects.toThrow(`Process ${child.pid} holds`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(lockHolder(file)).toBeUndefined();
  (await takePidLock(file))();
});

it.runIf(process.platform === 'linux')(
  'does not mistake a later process with the same pid for the holder',
  async () => {
    const giveBack = await takePidLock(file);
    const holder = JSON.parse(readFileSync(file, 'utf8')) as { identity: string };
    giveBack();
    writeFileSync(file, JSON.stringify({ ...holder, identity: `${holder.identity}0` }));
    expect(lockHolder(file)).toBeUndefined();
  },
);

it('treats an empty file as nobody’s lock', async () => {
  writeFileSync(file, '');
  (await takePidLock(file))();
});

it('goes to exactly one of many processes that find a dead one’s file at the same moment', async () => {
  const dead = otherProcess();
  await dead.answer;
  dead.child.kill('SIGKILL');
  await once(dead.child, 'exit');
  const others = Array.from({ length: 6 }, otherProcess);
  const answers = await Promise.all(others.map(({ answer }) => answer));
  for (const { child } of others) child.kill('SIGKILL');
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
});

it('releases only its own lock', async () => {
  const giveBack = await takePidLock(file);
  writeFileSync(file, '{"pid":1}');
  giveBack();
  expect(readFileSync(file, 'utf8')).toBe('{"pid":1}');
});
