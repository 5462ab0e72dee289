import { expect, it } from 'vitest';
import { refusalOf } from '../refusal.ts';
import { inTheWay } from './in-the-way.ts';

const gone = (isStaff: boolean) =>
  inTheWay(
    false,
    async () => null,
    async () => isStaff,
  ).catch(refusalOf);

it('a row that cannot be read any more was deleted, or is hidden from who may no longer change it', async () => {
  expect(await gone(true)).toMatch(/deleted it meanwhile/);
  expect(await gone(false)).toMatch(/may not change this/);
});
