import { expect, it } from 'vitest';
import { requireVersion } from './migrate.ts';

it('M113 says which PostgreSQL it needs before it changes anything in an older one', () => {
  expect(() => requireVersion(150_012)).toThrow('The database is PostgreSQL 15; it has to be 16 or newer.');
  for (const version of [160_000, 170_006]) requireVersion(version);
});
