import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { DatabaseUnavailable } from '../lib/sql.ts';
import { errorResponse, loggable } from './errors.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const answerTo = (error: unknown) =>
  errorResponse(error, new Request('http://here/token', { method: 'POST' }), silent, 'request');
const stateOf = (code: string) => Object.assign(new DatabaseError('no', 2, 'error'), { code });

it.each([
  ['cannot be reached', new DatabaseUnavailable('CONNECTION_CLOSED', new Error('ECONNREFUSED'))],
  ['has no connection free', new DatabaseUnavailable('POOL_TIMEOUT', new Error('timeout'))],
  ['has no room on its disk', stateOf('53100')],
  ['starts', stateOf('57P03')],
])('answers 503 with Retry-After while the database %s', async (_, error) => {
  const answer = answerTo(error);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ error_code: 'unexpected_failure' });
});

it('logs what went wrong, without personal data', () => {
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
