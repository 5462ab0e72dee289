import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isComplete } from './hidden-lockfile.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lockfile-'));
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Whether an installation with these packages is complete for a lockfile with those. */
function complete(wanted: Record<string, object>, installed: Record<string, object> | undefined): boolean {
  const lockfile = join(folder, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  writeFileSync(lockfile, JSON.stringify({ packages: { '': { name: 'project' }, ...wanted } }));
  if (installed) writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages: installed }));
  return isComplete(lockfile, modules);
}

const react = { 'node_modules/react': { version: '19.0.0', integrity: 'sha512-a' } };
const here = { os: [process.platform], cpu: [process.arch] };

it('takes a broken-off installation, which has no list yet, for none', () => {
  expect(complete(react, undefined)).toBe(false);
});

it('misses a package that is not there, and one of another version or content', () => {
  expect(complete(react, react)).toBe(true);
  expect(complete(react, {})).toBe(false);
  expect(complete(react, { 'node_modules/react': { version: '19.0.1', integrity: 'sha512-a' } })).toBe(false);
  expect(complete(react, { 'node_modules/react': { version: '19.0.0', integrity: 'sha512-b' } })).toBe(false);
});

it('wants the binaries of this platform and no others', () => {
  const binary = (place: object) => ({
    'node_modules/binary': { version: '1.0.0', optional: true, ...place },
  });
  expect(complete(binary(here), {})).toBe(false);
  expect(complete(binary({ ...here, os: ['plan9'] }), {})).toBe(true);
  expect(complete(binary({ ...here, cpu: ['vax'] }), {})).toBe(true);
  expect(complete(binary({ ...here, os: [`!${process.platform}`] }), {})).toBe(true);
  expect(complete(binary({ ...here, os: ['!plan9'] }), {})).toBe(false);
  expect(complete(binary({ ...here, libc: ['another'] }), {})).toBe(true);
});

it('does without an optional package that any platform could have', () => {
  expect(complete({ 'node_modules/extra': { version: '1.0.0', optional: true } }, {})).toBe(true);
});
