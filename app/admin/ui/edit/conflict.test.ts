import { expect, it } from 'vitest';
import { errorMessage } from '../error-message.ts';
import { conflictOf } from './conflict.ts';

const messageFor = (isStaff: boolean) =>
  conflictOf(
    false,
    async () => null,
    async () => isStaff,
  ).catch(errorMessage);

it('a row that is no longer readable was deleted, or is hidden from a user who lost access', async () => {
  expect(await messageFor(true)).toMatch(/deleted it meanwhile/);
  expect(await messageFor(false)).toMatch(/may not change this/);
});
