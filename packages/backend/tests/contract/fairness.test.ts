import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { signUp } from '../support/storage-fixtures.ts';

let backend: TestBackend;
let person: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  person = await signUp(backend);
  await backend.owner.unsafe(`
    create table public.fair_things (id int primary key, name text);
    insert into public.fair_things values (1, repeat('ab', 2000));
    create function public.fair_slow(seconds float8) returns int language sql as
      $$ select 1 from pg_sleep(seconds) $$;
    grant select on public.fair_things to anon, authenticated;
    notify pgrst, 'reload schema'`);
  await schemaIsRead();
});
afterAll(() => backend.close());

async function schemaIsRead(): Promise<void> {
  while ((await backend.client().from('fair_things').select('id')).error) {
    await new Promise((done) => setTimeout(done, 20));
  }
}

describe('requests that take long', () => {
  it('are refused at once for a regular expression without a user', async () => {
    const pattern = '(.*)(.*)(.*)(.*)\\1\\2\\3x';
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        backend.client().from('fair_things').select().filter('name', 'match', pattern),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('without a user end after three seconds', async () => {
    const { error } = await backend.client().rpc('fair_slow', { seconds: 10 });
    expect(error?.code).toBe('57014');
  });

  it('do not delay sign-in, changes by signed-in people and this process’s pages', async () => {
    let answered = 0;
    const flood = Array.from({ length: 40 }, async () => {
      await backend.client().rpc('fair_slow', { seconds: 0.5 });
      answered += 1;
    });
    const token = await signUp(backend);
    expect(token.id).not.toBe(person.id);
    expect((await person.client.rpc('fair_slow', { seconds: 0 })).error).toBeNull();
    const page = await backend.backend?.fetch(`${backend.url}/rest/v1/fair_things?select=id`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(page?.status).toBe(200);
    const before = answered;
    await Promise.all(flood);
    expect(before).toBeLessThan(flood.length / 2);
  });

  it('are cancelled in the database when their caller disconnects, over a socket and in-process', async () => {
    const running = async () =>
      (
        await backend.owner`select from pg_stat_activity
          where query like '%fair_slow%' and state = 'active' and pid <> pg_backend_pid()`
      ).length;
    // Signed in: the longer timeout makes a statement's cancel distinguishable from its end.
    const headers = {
      apikey: backend.publishableKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    };
    for (const ask of [fetch, backend.backend?.fetch]) {
      const caller = new AbortController();
      const init = { method: 'POST', headers, body: '{"seconds":7}', signal: caller.signal };
      const asked = ask?.(`${backend.url}/rest/v1/rpc/fair_slow`, init);
      const outcome = asked?.catch(() => undefined);
      await expect.poll(running, { interval: 20 }).toBe(1);
      const gaveUp = performance.now();
      caller.abort();
      await expect.poll(running, { interval: 20 }).toBe(0);
      expect(performance.now() - gaveUp).toBeLessThan(5_000);
      await outcome;
    }
  });
});

describe('a session', () => {
  it('gives no access once it was signed out, or its user banned or deleted', async () => {
    const read = (token: string) => backend.client({ token }).from('fair_things').select('id');
    const ended: ((own: typeof person) => Promise<unknown>)[] = [
      ({ client }) => client.auth.signOut(),
      ({ id }) =>
        backend.client({ key: backend.secretKey }).auth.admin.updateUserById(id, { ban_duration: '1h' }),
      ({ id }) => backend.client({ key: backend.secretKey }).auth.admin.deleteUser(id),
    ];
    for (const end of ended) {
      const own = await signUp(backend);
      expect((await read(own.token)).error).toBeNull();
      await end(own);
      const { status, error } = await read(own.token);
      expect([status, error?.message]).toEqual([401, 'The session of this token has ended']);
      const file = await backend.client({ token: own.token }).storage.from('none').list();
      expect(file.error?.message).toBe('The session of this token has ended');
    }
  });
});
