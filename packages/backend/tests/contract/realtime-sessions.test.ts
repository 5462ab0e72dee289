import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED, startTestBackend, type TestBackend } from '../support/backend.ts';
import { rawClient } from '../support/realtime-fixtures.ts';
import { signUp } from '../support/storage-fixtures.ts';

let backend: TestBackend;
type Person = Awaited<ReturnType<typeof signUp>>;
const sockets: Awaited<ReturnType<typeof rawClient>>[] = [];
const GENEROUS = { times: 10_000, seconds: 60 };

beforeAll(async () => {
  backend = await startTestBackend({
    auth: { mailerAutoconfirm: true, limits: { signUpPerClient: GENEROUS } },
  });
  await backend.owner.unsafe(`
    create table public.seats (person uuid primary key);
    grant select on public.seats to authenticated;
    create policy "Those with a seat hear" on realtime.messages for select to authenticated using (
      exists (select from public.seats where person = (select auth.uid())));`);
});
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate();
  await backend.close();
});

async function seated(): Promise<Person> {
  const person = await signUp(backend);
  await backend.owner`insert into public.seats values (${person.id})`;
  return person;
}

async function join({ token }: Person, topic: string, isPrivate: boolean) {
  const client = await rawClient(backend);
  sockets.push(client);
  const reply = await client.push(`realtime:${topic}`, 'phx_join', {
    config: { private: isPrivate },
    access_token: token,
  });
  return { client, reply };
}

/** The reason a channel was closed with, and whether it received a message. */
async function closing({ client }: Awaited<ReturnType<typeof join>>): Promise<unknown> {
  const system = () =>
    client.frames.items.find(([, , , event, payload]) => event === 'system' && payload.status === 'error');
  await expect.poll(system, { interval: 20 }).toBeDefined();
  return system()?.[4].message;
}

const admin = () => backend.client({ key: backend.secretKey }).auth.admin;
const ENDED = 'The session of this token has ended';
const ends: [string, (person: Person) => Promise<unknown>][] = [
  ['was signed out everywhere', ({ client }) => client.auth.signOut()],
  ['was banned', ({ id }) => admin().updateUserById(id, { ban_duration: '1h' })],
  ['was deleted', ({ id }) => admin().deleteUser(id)],
];

describe.runIf(EMBEDDED).each(ends)('somebody who %s', (_, end) => {
  it('can no longer join a channel, private or public', async () => {
    const person = await seated();
    expect((await join(person, 'before', true)).reply.status).toBe('ok');
    await end(person);
    for (const isPrivate of [true, false]) {
      const { reply } = await join(person, 'after', isPrivate);
      expect(reply).toMatchObject({ status: 'error', response: { reason: `InvalidJWTToken: ${ENDED}` } });
    }
  });

  it('is removed from open channels at once, and receives nothing more', async () => {
    const person = await seated();
    const joined = await Promise.all([join(person, 'hall', true), join(person, 'square', false)]);
    expect(joined.map(({ reply }) => reply.status)).toEqual(['ok', 'ok']);
    await end(person);
    expect(await Promise.all(joined.map(closing))).toEqual([
      expect.stringContaining(ENDED),
      expect.stringContaining(ENDED),
    ]);
    await backend.owner`select realtime.send('{}', 'late', 'hall', true), realtime.send('{}', 'late', 'square', false)`;
    const other = await join(await seated(), 'square', false);
    await backend.owner`select realtime.send('{}', 'later', 'square', false)`;
    await expect
      .poll(() => other.client.frames.items.some(([, , , event]) => event === 'broadcast'))
      .toBe(true);
    for (const { client } of joined) {
      expect(client.frames.items.filter(([, , , event]) => event === 'broadcast')).toEqual([]);
    }
  });
});

describe.runIf(EMBEDDED)('a person who loses a right', () => {
  it('is removed from the channels it opened when the database announces the change', async () => {
    const person = await seated();
    const joined = await join(person, 'hall', true);
    await backend.owner`delete from public.seats where person = ${person.id}`;
    await backend.owner`select pg_notify('realtime:access', 'rights')`;
    expect(await closing(joined)).toContain(
      'You do not have permissions to read from this Channel topic: hall',
    );
  });

  it('is removed after a while even without an announcement, and others stay', async () => {
    const impatient = await startTestBackend({
      auth: { mailerAutoconfirm: true },
      realtime: { checkIntervalMs: 20, limits: { recheckAfterMs: 500 } },
    });
    try {
      await impatient.owner.unsafe(`
        create table public.seats (person uuid primary key);
        grant select on public.seats to authenticated;
        create policy "Those with a seat hear" on realtime.messages for select to authenticated using (
          exists (select from public.seats where person = (select auth.uid())));`);
      const [leaver, stayer] = [await signUp(impatient), await signUp(impatient)];
      await impatient.owner`insert into public.seats values (${leaver.id}), (${stayer.id})`;
      const client = await rawClient(impatient);
      const other = await rawClient(impatient);
      sockets.push(client, other);
      for (const [asking, { token }] of [
        [client, leaver],
        [other, stayer],
      ] as const) {
        const config = { config: { private: true }, access_token: token };
        expect((await asking.push('realtime:hall', 'phx_join', config)).status).toBe('ok');
      }
      await impatient.owner`delete from public.seats where person = ${leaver.id}`;
      await closing({ client, reply: {} });
      await impatient.owner`select realtime.send('{}', 'news', 'hall', true)`;
      const heard = ({ frames }: typeof client) =>
        frames.items.some(([, , , event]) => event === 'broadcast');
      await expect.poll(() => heard(other)).toBe(true);
      expect(heard(client)).toBe(false);
    } finally {
      await impatient.close();
    }
  });
});
