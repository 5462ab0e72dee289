import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startTestBackend } from '../tests/support/backend.ts';

it('an unused connection, as browsers open in advance, does not keep the backend from closing', async () => {
  const backend = await startTestBackend();
  const socket = connect(Number(new URL(backend.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const started = performance.now();
  const closed = once(socket, 'close');
  await backend.close();
  await closed;
  expect(performance.now() - started).toBeLessThan(5_000);
});
