import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../supabase/migrations');
/** As written by `sha256sum *.sql > ../migrations.sha256` in that folder. */
const sums = new Map(
  readFileSync(join(folder, '../migrations.sha256'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)] as const),
);
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');

test.each([...sums])('%s is as stores have run it: changes need a new migration', (name, sum) => {
  expect(files).toContain(name);
  expect(sumOf(name)).toBe(sum);
});

test('every migration has a checksum, and a new one comes after all others', () => {
  const known = [...sums.keys()];
  expect(known).toEqual([...known].sort());
  expect([...files].sort()).toEqual(known);
});
