import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { type ApiRole, type Identity, openDatabase } from './db.ts';

let database: TestDatabase;

const as = (role: ApiRole, claims: Record<string, unknown> = {}, method = 'POST'): Identity => ({
  role,
  claims,
  request: { method, path: '/things', headers: { 'x-trace': 'ü' } },
});

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.unsafe(`
    create table public.notes (id int primary key, author text not null, body text, at timestamptz default now());
    alter table public.notes enable row level security;
    grant all on public.notes to anon, authenticated, service_role;
    create policy "Authors read their own notes" on public.notes for select to authenticated
      using (author = (select auth.jwt() ->> 'sub'));
    create policy "Authors write their own notes" on public.notes for insert to authenticated
      with check (author = (select auth.jwt() ->> 'sub'));
    insert into public.notes (id, author, body) select n, 'author' || n % 10, 'note ' || n from generate_series(1, 100) n;
  `);
});
afterAll(() => database.drop());

describe('a statement of a request', () => {
  it('carries the request’s id, which the database and its log show', async () => {
    const [row] = await database.run(
      { ...as('anon'), requestId: 'request-of-mine' },
      `select application_name from pg_stat_activity where pid = pg_backend_pid()`,
    );
    expect(row).toEqual({ application_name: 'request-of-mine' });
  });

  it('runs as its role, with the claims and the request in the settings that PostgREST sets', async () => {
    const [row] = await database.run(
      as('authenticated', { sub: 'author3' }),
      `select current_user as role, auth.jwt() as jwt, auth.role() as jwt_role,
        current_setting('request.method') as method, current_setting('request.path') as path,
        current_setting('request.headers')::json as headers`,
    );
    expect(row).toEqual({
      role: 'authenticated',
      jwt: { sub: 'author3', role: 'authenticated' },
      jwt_role: 'authenticated',
      method: 'POST',
      path: '/things',
      headers: { 'x-trace': 'ü' },
    });
  });

  it('leaves nothing of its role, claims or settings behind', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.run(
          { ...as('service_role', { sub: `s${index}` }), settings: { 'realtime.topic': 't' } },
          'select 1',
        ),
      ),
    );
    const rows = await Promise.all(
      Array.from({ length: 40 }, () =>
        database.run(
          as('anon'),
          `select current_user as role, auth.uid() as uid, nullif(current_setting('realtime.topic', true), '') as topic`,
        ),
      ),
    );
    for (const [row] of rows) expect(row).toEqual({ role: 'anon', uid: null, topic: null });
  });

  it('never sees rows of another identity when many run at once on few connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, async (_, index) => {
        const author = `author${index % 10}`;
        const identity = index % 3 === 0 ? as('anon') : as('authenticated', { sub: author });
        const rows = await database.run(identity, 'select author from public.notes');
        return {
          expected: index % 3 === 0 ? [] : Array(10).fill(author),
          rows: rows.map((row) => row.author),
        };
      }),
    );
    for (const { expected, rows } of answers) expect(rows).toEqual(expected);
  });

  it('may not write under GET, nor when read-only', async () => {
    const insert = `insert into public.notes (id, author) values (1000, 'author1')`;
    const identity = as('authenticated', { sub: 'author1' }, 'GET');
    await expect(database.run(identity, insert)).rejects.toMatchObject({ code: '25006' });
    await expect(
      database.run(as('authenticated', { sub: 'author1' }), insert, [], { readOnly: true }),
    ).rejects.toMatchObject({ code: '25006' });
  });

  it('can be rolled back, and still checks what it would have written', async () => {
    const identity = as('authenticated', { sub: 'author1' });
    const text = `insert into public.notes (id, author) values (2000, $1) returning id`;
    expect(await database.run(identity, text, ['author1'], { rollback: true })).toEqual([{ id: 2000 }]);
    expect(await database.owner`select from public.notes where id = 2000`).toHaveLength(0);
    await expect(database.run(identity, text, ['author2'], { rollback: true })).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('fails with the server’s error, and the connection stays usable', async () => {
    for (let round = 0; round < 40; round += 1) {
      const failure = database.run(as('anon'), 'select $1::int', ['x']);
      await expect(failure).rejects.toBeInstanceOf(DatabaseError);
      await expect(failure).rejects.toMatchObject({
        code: '22P02',
        message: 'invalid input syntax for type integer: "x"',
      });
    }
    expect(await database.run(as('anon'), 'select $1::int as x', [7])).toEqual([{ x: 7 }]);
  });

  it('accepts and returns values of every type', async () => {
    const bytes = new Uint8Array([0, 1, 254, 255]);
    const [row] = await database.run(
      as('anon'),
      `select $1::text as text, $2::int as number, $3::boolean as truth, $4::text as nothing, $5::bytea as bytes,
        $6::text[] as list, $7::jsonb as json, 9007199254740993::bigint as big, 1.50::numeric as exact,
        '{1,2,3}'::int[] as numbers, '2026-01-02 03:04:05.123456+00'::timestamptz as at`,
      ['a "quoted" ü', 5, true, null, bytes, ['x', 'y, "z"', '\\'], '{"a":[1]}'],
    );
    expect(row).toEqual({
      text: 'a "quoted" ü',
      number: 5,
      truth: true,
      nothing: null,
      bytes: Buffer.from(bytes),
      list: ['x', 'y, "z"', '\\'],
      json: { a: [1] },
      big: '9007199254740993',
      exact: '1.50',
      numbers: [1, 2, 3],
      at: '2026-01-02 03:04:05.123456+00',
    });
  });

  it('may be megabytes in both directions', async () => {
    const long = 'ä€😀x'.repeat(700_000);
    const [row] = await database.run(as('anon'), 'select $1::text as long, length($1::text) as length', [
      long,
    ]);
    expect(row?.long === long).toBe(true);
    expect(row?.length).toBe(2_800_000);
  });

  it('is prepared again when its table has changed', async () => {
    await database.owner`create table public.shifting (a int)`;
    await database.owner`grant select on public.shifting to anon`;
    await database.owner`insert into public.shifting values (1)`;
    const read = () => database.run(as('anon'), 'select * from public.shifting');
    await Promise.all(Array.from({ length: 50 }, read));
    await database.owner`alter table public.shifting alter a type text using 'now ' || a`;
    for (const rows of await Promise.all(Array.from({ length: 50 }, read))) {
      expect(rows).toEqual([{ a: 'now 1' }]);
    }
  });

  it('works after more different statements than a connection keeps prepared', async () => {
    for (let number = 0; number < 500; number += 1) {
      expect(await database.run(as('anon'), `select ${number} as n`)).toEqual([{ n: number }]);
    }
  });

  it('gets a new connection when the server has ended the old ones', async () => {
    await database.run(as('anon'), 'select 1');
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'authenticator' and datname = current_database()`;
    await expect
      .poll(() => database.run(as('anon'), 'select 1 as one').catch(() => []), { interval: 20 })
      .toEqual([{ one: 1 }]);
  });

  it('fails when its connection is lost before the whole transaction was sent, and frees its slot', async () => {
    // As many as one client may run; the driver sends no commit before it knows their parameter types.
    const codes: unknown[] = [];
    for (let index = 0; index < 8; index += 1) {
      database
        .run(as('service_role'), `select ${index}, pg_sleep($1::float)`, [30])
        .catch(({ code }) => codes.push(code));
    }
    const endRunning = () =>
      database.owner`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep($1%' and state = 'active' and pid <> pg_backend_pid()`;
    await expect
      .poll(() => endRunning().then(() => codes), { interval: 50 })
      .toEqual(Array(8).fill('CONNECTION_CLOSED'));
    await expect
      .poll(() => database.run(as('anon'), 'select 1 as one').catch(() => []), { interval: 20 })
      .toEqual([{ one: 1 }]);
  });

  it('runs again once the database can be reached, however many failed to connect before', async () => {
    const { host, port } = database.address;
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const line = createServer((socket) => {
      const onward = createConnection(target);
      socket.on('error', () => {}).once('close', () => onward.destroy());
      onward.on('error', () => {}).once('close', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await once(line.listen(0, '127.0.0.1'), 'listening');
    const place = line.address() as AddressInfo;
    line.close();
    const beyond = openDatabase({
      address: { ...database.address, host: place.address, port: place.port },
      authenticatorPassword: database.authenticatorPassword,
      poolSize: 4,
    });
    const runMany = () =>
      Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          beyond.run({ ...as('anon'), client: `${index}` }, 'select 1 as one'),
        ),
      );
    for (const result of await runMany()) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } });
    }
    await once(line.listen(place.port, '127.0.0.1'), 'listening');
    for (const result of await runMany()) {
      expect(result).toEqual({ status: 'fulfilled', value: [{ one: 1 }] });
    }
    await beyond.close();
    line.close();
  });

  it('is cancelled in the database when its caller disconnects', async () => {
    const caller = new AbortController();
    const slow = database.run(as('anon'), 'select pg_sleep(20)', [], { signal: caller.signal });
    const running = () =>
      database.owner`select from pg_stat_activity where query like '%pg_sleep(20)%' and state = 'active'
        and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await running()).length, { interval: 20 }).toBe(1);
    caller.abort();
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(await running()).toHaveLength(0);
    expect(await database.run(as('anon'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is cancelled again when the first cancel was lost', async () => {
    const caller = new AbortController();
    // Survives its first cancel, like a statement whose cancel the server ignored.
    const stubborn = `do $$ begin perform pg_sleep(19);
      exception when query_canceled then perform pg_sleep(19); end $$`;
    const slow = database.run(as('anon'), stubborn, [], { signal: caller.signal });
    const running = () =>
      database.owner`select from pg_stat_activity where query like '%pg_sleep(19)%' and state = 'active'
        and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await running()).length, { interval: 20 }).toBe(1);
    const gaveUp = performance.now();
    caller.abort();
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(performance.now() - gaveUp).toBeLessThan(5_000);
    expect(await database.run(as('anon'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('obeys its role’s timeout', async () => {
    database.setRoleSettings(new Map([['anon', { statement_timeout: '100ms' }]]));
    await expect(database.run(as('anon'), 'select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    expect(await database.run(as('authenticated'), 'select 1 as one from pg_sleep(0.2)')).toEqual([
      { one: 1 },
    ]);
    database.setRoleSettings(new Map());
  });
});

describe('listening', () => {
  it('resumes in every channel after a lost connection, even if the next one is lost while listening', async () => {
    const { host, port } = database.address;
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const ended = Buffer.from(
      'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
    );
    const length = Buffer.alloc(4);
    length.writeUInt32BE(ended.length + 4);
    const sockets: Socket[] = [];
    const line = createServer((socket) => {
      const which = sockets.push(socket);
      const onward = createConnection(target);
      socket.on('error', () => {}).once('close', () => onward.destroy());
      onward.on('error', () => {}).once('close', () => socket.destroy());
      onward.pipe(socket);
      socket.on('data', (data) => {
        if (which === 2 && data.includes('listen "third"')) {
          onward.unpipe(socket);
          socket.end(Buffer.concat([Buffer.from('E'), length, ended]));
        } else onward.write(data);
      });
    });
    await once(line.listen(0, '127.0.0.1'), 'listening');
    const place = line.address() as AddressInfo;
    const beyond = openDatabase({
      address: { ...database.address, host: place.address, port: place.port },
      authenticatorPassword: database.authenticatorPassword,
    });
    const channels = ['first', 'second', 'third'];
    const [ready, heard] = [new Set<string>(), new Set<string>()];
    for (const channel of channels) {
      await beyond.listen(
        channel,
        () => heard.add(channel),
        () => ready.add(channel),
      );
    }
    expect([...ready]).toEqual(channels);
    ready.clear();
    sockets[0]?.destroy();
    await expect.poll(() => [...ready].sort(), { interval: 20 }).toEqual(channels);
    for (const channel of channels) await database.owner`select pg_notify(${channel}, '')`;
    await expect.poll(() => [...heard].sort(), { interval: 20 }).toEqual(channels);
    await beyond.close();
    line.close();
  });
});

describe('a transaction of several statements', () => {
  it('fails when its connection is lost, and the process continues', async () => {
    const codes: unknown[] = [];
    for (let index = 0; index < 8; index += 1) {
      const identity = { ...as('service_role'), client: `${index}` };
      const sleep = `select ${index}, pg_sleep(29)`;
      database.transaction(identity, (sql) => sql.unsafe(sleep)).catch(({ code }) => codes.push(code));
    }
    const endRunning = () =>
      database.owner`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(29)%' and state = 'active' and pid <> pg_backend_pid()`;
    await expect
      .poll(() => endRunning().then(() => codes), { interval: 50 })
      .toEqual(Array(8).fill('CONNECTION_CLOSED'));
    const readOne = () =>
      database.transaction(as('anon'), (sql) => sql.unsafe('select 1 as one')).catch(() => []);
    await expect.poll(readOne, { interval: 20 }).toEqual([{ one: 1 }]);
  });

  it('commits all or nothing, and can be rolled back', async () => {
    const identity = as('authenticated', { sub: 'author4' });
    const write = (id: number) => `insert into public.notes (id, author) values (${id}, 'author4')`;
    await database.transaction(identity, async (sql) => {
      await sql.unsafe(write(3001));
      await sql.unsafe(write(3002));
    });
    await database.transaction(identity, (sql) => sql.unsafe(write(3003)), { rollback: true });
    await expect(
      database.transaction(identity, async (sql) => {
        await sql.unsafe(write(3004));
        await sql.unsafe(write(3001));
      }),
    ).rejects.toMatchObject({ code: '23505' });
    const kept = await database.owner<
      { id: number }[]
    >`select id from public.notes where id > 3000 order by id`;
    expect(kept.map(({ id }) => id)).toEqual([3001, 3002]);
  });
});
