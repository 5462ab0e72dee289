import { expect, it } from 'vitest';
import { loggable } from './errors.ts';

it('says what went wrong and to nobody whom it concerned', () => {
  const error = Object.assign(new Error('550 <mona@shop.test> is unknown'), {
    code: 'EENVELOPE',
    rejected: ['mona@shop.test'],
    detail: 'Key (email)=(mona@shop.test) already exists.',
    cause: { access_token: 'secret' },
  });
  const logged = JSON.stringify(loggable(error));
  expect(logged).toContain('550 <(address)> is unknown');
  expect(logged).toContain('EENVELOPE');
  expect(logged).not.toContain('mona');
  expect(logged).not.toContain('secret');
  expect(loggable('mona@shop.test')).toEqual({ name: 'unknown', message: 'string' });
});
