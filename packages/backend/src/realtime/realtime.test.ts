import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { inbox } from '../../tests/support/realtime-fixtures.ts';
import { flushOutbox, listenToDatabase } from './realtime.ts';

let database: TestDatabase;
const log = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('each process on a database receives each message once, in order, whichever process flushes it', async () => {
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const messages = inbox<unknown>();
      const hear = (_name: unknown, { payload }: { payload: unknown }) => messages.add(payload);
      const stopListening = await listenToDatabase(database, log, hear, () => {});
      return { messages, stopListening, stopFlushing: flushOutbox(database, log) };
    }),
  );
  await database.owner`select realtime.send(to_jsonb(i), 'n', 'rush', false) from generate_series(1, 2500) i`;
  const all = Array.from({ length: 2500 }, (_, index) => index + 1);
  for (const { messages } of processes) expect(await messages.atLeast(2500)).toEqual(all);
  expect(await database.owner`select 1 from realtime.outbox`).toEqual([]);
  for (const { stopFlushing, stopListening } of processes) {
    await stopFlushing();
    await stopListening();
  }
});
