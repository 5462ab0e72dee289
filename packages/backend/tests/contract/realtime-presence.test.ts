import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { inbox, subscribed } from '../support/realtime-fixtures.ts';
import { signUp } from '../support/storage-fixtures.ts';

let backend: TestBackend;
const opened: SupabaseClient[] = [];
function channel(topic: string, key: string, client = backend.client()): RealtimeChannel {
  opened.push(client);
  return client.channel(topic, { config: { presence: { key, enabled: true } } });
}
function watching(target: RealtimeChannel) {
  const events = inbox<string>();
  target.on('presence', { event: 'join' }, ({ key, newPresences }) =>
    events.add(`join ${key} ${newPresences.map((each) => each.at).join()}`),
  );
  target.on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
    events.add(`leave ${key} ${leftPresences.map((each) => each.at).join()}`),
  );
  return events;
}
const shown = (target: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(target.presenceState<{ at: string }>()).map(([key, metas]) => [
      key,
      metas.map(({ at }) => at).sort(),
    ]),
  );

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.removeAllChannels()));
});
afterAll(() => backend.close());

describe('presence', () => {
  it('reports joins, changes and leaves to everybody', async () => {
    const [ada, ben] = [channel('hall', 'ada'), channel('hall', 'ben')];
    const atAda = watching(ada);
    await subscribed(ada);
    await subscribed(ben);
    expect(await ada.track({ at: 'door' })).toBe('ok');
    expect(await ben.track({ at: 'desk' })).toBe('ok');
    await atAda.atLeast(2);
    expect(shown(ada)).toEqual({ ada: ['door'], ben: ['desk'] });
    await ben.track({ at: 'window' });
    await ben.untrack();
    expect(await atAda.atLeast(5)).toEqual([
      'join ada door',
      'join ben desk',
      'join ben window',
      'leave ben desk',
      'leave ben window',
    ]);
    expect(shown(ada)).toEqual({ ada: ['door'] });
  });

  it('reports present members to later ones', async () => {
    const ada = channel('late', 'ada');
    await subscribed(ada);
    await ada.track({ at: 'door' });
    const ben = channel('late', 'ben');
    const synced = inbox<object>();
    ben.on('presence', { event: 'sync' }, () => synced.add(shown(ben)));
    await subscribed(ben);
    expect(await synced.atLeast(1)).toEqual([{ ada: ['door'] }]);
  });

  it('shows one person in two tabs twice, and once when a tab closes', async () => {
    const [first, second, ben] = [channel('tabs', 'ada'), channel('tabs', 'ada'), channel('tabs', 'ben')];
    const atBen = watching(ben);
    await subscribed(first);
    await subscribed(second);
    await subscribed(ben);
    await first.track({ at: 'tab one' });
    await second.track({ at: 'tab two' });
    await atBen.atLeast(2);
    expect(shown(ben)).toEqual({ ada: ['tab one', 'tab two'] });
    await second.unsubscribe();
    await atBen.atLeast(3);
    expect(shown(ben)).toEqual({ ada: ['tab one'] });
  });

  it('notices a connection that breaks', async () => {
    const [ada, ben] = [channel('broken', 'ada'), channel('broken', 'ben')];
    const atAda = watching(ada);
    await subscribed(ada);
    await subscribed(ben);
    await ben.track({ at: 'x' });
    await atAda.atLeast(1);
    await ben.socket.disconnect();
    expect(await atAda.atLeast(2)).toEqual(['join ben x', 'leave ben x']);
  });

  it('accepts a key that has a meaning in JavaScript', async () => {
    const ada = channel('proto', '__proto__');
    const atAda = watching(ada);
    await subscribed(ada);
    await ada.track({ at: 'here' });
    expect(await atAda.atLeast(1)).toEqual(['join __proto__ here']);
  });

  it('follows policies in private channels', async () => {
    const [ada, ben] = [await signUp(backend), await signUp(backend)];
    await backend.owner.unsafe(`
      create policy "All see" on realtime.messages for select to authenticated using (realtime.topic() = 'staff-room');
      create policy "Ada shows" on realtime.messages for insert to authenticated
        with check (realtime.topic() = 'staff-room' and extension = 'presence' and auth.uid() = '${ada.id}');`);
    const open = async (person: typeof ada, key: string) => {
      await person.client.realtime.setAuth();
      opened.push(person.client);
      return person.client.channel('staff-room', {
        config: { private: true, presence: { key, enabled: true }, broadcast: { ack: true } },
      });
    };
    const [adas, bens] = [await open(ada, 'ada'), await open(ben, 'ben')];
    const atBen = watching(bens);
    await subscribed(adas);
    await subscribed(bens);
    expect(await bens.track({ at: 'ben' })).toBe('error');
    expect(await adas.track({ at: 'ada' })).toBe('ok');
    expect(await atBen.atLeast(1)).toEqual(['join ada ada']);
    expect(await adas.send({ type: 'broadcast', event: 'speech', payload: {} })).toBe('error');
  });
});
