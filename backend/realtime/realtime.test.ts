import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { inbox } from '../../tests/support/realtime-fixtures.ts';
import { createRealtime, type Realtime } from './realtime.ts';

let database: TestDatabase;
let realtime: Realtime;
const access = {
  identify: () => Promise.reject(new Error('nobody connects in this test')),
};
beforeAll(async () => {
  database = await createTestDatabase();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  realtime = await createRealtime({ database, access, log, now: () => new Date() });
});
afterAll(async () => {
  await realtime.close();
  await database.drop();
});

const announce = (topic: string, isPrivate: boolean) =>
  database.owner`select realtime.send('{"n":1}', 'change', ${topic}, ${isPrivate})`;

describe('a subscription in the same process', () => {
  it('hears its topic, private or public as it asked, until it stops', async () => {
    const [open, closed] = [inbox<unknown>(), inbox<unknown>()];
    const stop = realtime.subscribe('t', { onBroadcast: open.add });
    realtime.subscribe('t', { onBroadcast: closed.add }, { isPrivate: true });
    await announce('t', false);
    await announce('t', true);
    expect(await open.atLeast(1)).toEqual([{ id: expect.any(String), event: 'change', payload: { n: 1 } }]);
    await closed.atLeast(1);
    stop();
    await announce('t', false);
    await announce('t', true);
    await closed.atLeast(2);
    expect(open.items).toHaveLength(1);
  });

  it('is told when messages may be missing', async () => {
    const gaps = inbox<string>();
    const stop = realtime.subscribe('g', { onBroadcast: () => {}, onGap: () => gaps.add('gap') });
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`;
    expect(await gaps.atLeast(1)).toEqual(['gap']);
    stop();
  });
});
