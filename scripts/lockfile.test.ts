import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface LockEntry {
  version: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, LockEntry>;
};

it('lists what every package takes on any platform, without which npm ci refuses the lockfile', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      )
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});

it('names no registry, so that everybody installs from their own', () => {
  expect(JSON.stringify(packages)).not.toContain('"resolved":"http');
});
