import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { inbox } from '../../tests/support/realtime-fixtures.ts';
import { createRealtime, type Realtime } from './realtime.ts';

let database: TestDatabase;
let processes: Realtime[];
const access = {
  identify: () => Promise.reject(new Error('nobody connects in this test')),
};
const log = { info: () => {}, warn: () => {}, error: () => {} };
const dependencies = () => ({ database, access, log, now: () => new Date() });

beforeAll(async () => {
  database = await createTestDatabase();
  processes = [await createRealtime(dependencies()), await createRealtime(dependencies())];
});
afterAll(async () => {
  await Promise.all(processes.map((realtime) => realtime.close()));
  await database.drop();
});

it('each process on a database hears each message once, in order, whoever passes it on', async () => {
  const received = processes.map((realtime) => {
    const messages = inbox<unknown>();
    realtime.subscribe('rush', { onBroadcast: ({ payload }) => messages.add(payload) });
    return messages;
  });
  await database.owner`select realtime.send(to_jsonb(i), 'n', 'rush', false) from generate_series(1, 2500) i`;
  const all = Array.from({ length: 2500 }, (_, index) => index + 1);
  for (const messages of received) expect(await messages.atLeast(2500)).toEqual(all);
  expect(await database.owner`select 1 from realtime.outbox`).toEqual([]);
});
