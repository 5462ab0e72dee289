import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

const SCHEMA = `
  create table public.det_films (id int primary key, title text not null);
  create table public.det_actors (id int primary key, name text not null);
  create table public.det_roles (
    film_id int references public.det_films, actor_id int references public.det_actors, part text,
    primary key (film_id, actor_id));
  create view public.det_shown_roles with (security_invoker = true) as
    select film_id, actor_id, part from public.det_roles;
  create view public.det_casts as select film_id, actor_id as lead_id, actor_id as understudy_id from public.det_roles;
  create view public.det_loop as select id, title from public.det_films;
  create or replace view public.det_loop as select id, title from public.det_loop;
  insert into public.det_films values (1, 'Dusk'), (2, 'Noon'), (3, 'Dawn');
  insert into public.det_actors values (1, 'Ines'), (2, 'Omar');
  insert into public.det_roles values (1, 1, 'lead'), (1, 2, 'villain'), (2, 1, 'lead');
  create function public.det_seven() returns int immutable language sql as 'select 7';
  create function public.det_whole_text(text) returns text immutable language sql as $$ select upper($1) $$;
  create function public.det_whole_json(jsonb) returns int immutable language sql as $$ select jsonb_array_length($1) $$;
  create function public.det_whole_bytes(bytea) returns int immutable language sql as $$ select length($1) $$;
  create function public.det_join(variadic words text[]) returns text immutable language sql
    as $$ select array_to_string(words, '-') $$;
  create view public.det_pairs as select f.id as film_id, a.id as actor_id from public.det_films f, public.det_actors a;
  create function public.det_pair() returns trigger language plpgsql as 'begin return new; end';
  create trigger pair instead of insert on public.det_pairs for each row execute function public.det_pair();
  create domain public.det_words as tsvector;
  create domain public.det_some_words as public.det_words check (value <> '');
  create table public.det_texts (id int primary key, words public.det_some_words, numbers oidvector);
  insert into public.det_texts values (1, 'cat dog', '3 5');
  create function public.det_shout(public.det_films) returns text immutable language sql as 'select upper($1.title)';
  create function public.det_over(json) returns json immutable language sql as 'select $1';
  create function public.det_over(x int, y int) returns int immutable language sql as 'select x + y';
  create function public.det_unclear(x text, y int default 0) returns int immutable language sql as 'select 1';
  create function public.det_unclear(x int) returns int immutable language sql as 'select 1';
  create function public.det_unclear(x xml) returns int immutable language sql as 'select 1';
  create function public.det_last(word text) returns text immutable language sql as $$ select word $$;
  grant all on all tables in schema public to anon, authenticated, service_role;
  notify pgrst, 'reload schema'`;

const ask = (path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set('apikey', backend.secretKey);
  return fetch(`${backend.url}/rest/v1${path}`, { ...init, headers });
};

/** Waits until the server has reloaded its schema and settings. */
const until = (path: string, status: number, headers: Record<string, string> = {}) =>
  vi.waitUntil(async () => (await ask(path, { headers })).status === status, {
    interval: 20,
    timeout: 60_000,
  });

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.owner.unsafe(SCHEMA);
  await until('/rpc/det_seven', 200);
});
afterAll(async () => {
  await backend.close();
});

const service = () => backend.client({ key: backend.secretKey });

describe('reading', () => {
  it('survives a view that selects from itself', async () => {
    expect((await service().from('det_films').select()).data).toHaveLength(3);
    expect((await service().from('det_loop').select()).error?.code).toBe('42P17');
  });

  it('embeds through a view that stands between two tables', async () => {
    const { data, error } = await service()
      .from('det_films')
      .select('title, det_actors!det_shown_roles(name)')
      .eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([{ title: 'Dusk', det_actors: [{ name: 'Ines' }, { name: 'Omar' }] }]);
  });

  it('asks for a hint if a view shows a key twice, and uses the named one', async () => {
    const unclear = await backend.client().from('det_casts').select('film_id,det_actors(name)');
    expect(unclear.error).toMatchObject({ code: 'PGRST201' });
    const named = await backend
      .client()
      .from('det_casts')
      .select('film_id,det_actors!understudy_id(name)')
      .order('film_id');
    expect(named.data?.at(-1)).toEqual({ film_id: 2, det_actors: { name: 'Ines' } });
  });

  it('adds nothing for a spread resource without columns', async () => {
    const { data, error } = await service().from('det_roles').select('part, ...det_films()').eq('film_id', 2);
    expect(error).toBeNull();
    expect(data).toEqual([{ part: 'lead' }]);
  });

  it('gives the number of rows for a page beyond the last one', async () => {
    const response = await ask('/det_films?offset=10', { headers: { prefer: 'count=exact' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, '*/3']);
  });

  it('searches columns whose type is a domain over a domain of search vectors', async () => {
    const found = await service()
      .from('det_texts')
      .select('id')
      .textSearch('words', 'dog', { config: 'simple' });
    expect(found.data).toEqual([{ id: 1 }]);
  });

  it('casts to lists of a type by their name in the catalogue', async () => {
    expect(await (await ask('/det_texts?select=numbers::_int8')).json()).toEqual([{ numbers: [3, 5] }]);
    expect((await ask('/det_texts?select=numbers::_regclass')).status).toBe(400);
  });

  it.each([
    ['det_films?select=id->>--3', 'select parameter (id->>--3)', 7, 'unexpected "-" expecting digit'],
    [
      'det_films?select=id->(a',
      'select parameter (id->(a)',
      5,
      'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
    ],
    [
      'det_films?order=id.asc.nullslastt',
      'order (id.asc.nullslastt)',
      17,
      'unexpected "t" expecting "," or end of input',
    ],
    [
      'det_films?or=()',
      'logic tree (())',
      4,
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
  ])('says in PostgREST’s words where %s makes no sense', async (path, what, column, details) => {
    expect(await (await ask(`/${path}`)).json()).toMatchObject({
      code: 'PGRST100',
      message: `"failed to parse ${what}" (line 1, column ${column})`,
      details,
    });
  });

  it('ignores text after an unmatched closing bracket', async () => {
    expect(await (await ask('/det_films?select=id)title&id=eq.1')).json()).toEqual([{ id: 1 }]);
  });

  it('answers a URL with a zero byte with 400, wherever it is', async () => {
    for (const path of [
      ...['/rest/v1/det_films?title=eq.%00', '/rest/v1/%00', '/rest/v1/rpc/det_last?word=%00'],
      ...['/storage/v1/object/public/a/%00', '/auth/v1/verify?token=%00&type=signup'],
      ...['/auth/v1/admin/users/%00', '/realtime/v1/api/broadcast/%00/events/x'],
    ]) {
      const headers = { apikey: backend.secretKey };
      expect((await fetch(backend.url + path, { headers })).status, path).toBe(400);
    }
    const body = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"word":"\\u0000"}',
    };
    expect((await ask('/rpc/det_last', body)).status).toBe(400);
  });
});

describe('writing', () => {
  it('answers 200 for an upsert that only updated, and 201 for one that inserted', async () => {
    const upsert = async (rows: object[], options = {}) =>
      (await service().from('det_actors').upsert(rows, options)).status;
    expect(await upsert([{ id: 1, name: 'Ines' }])).toBe(200);
    expect(
      await upsert([
        { id: 1, name: 'Ines' },
        { id: 3, name: 'Lea' },
      ]),
    ).toBe(201);
    expect(await upsert([{ id: 3, name: 'Lea' }], { onConflict: 'id' })).toBe(200);
  });

  it('locates a view’s row by the keys of all tables the view shows', async () => {
    const insert = async (row: object) => {
      const headers = { 'content-type': 'application/json', prefer: 'return=headers-only' };
      return ask('/det_pairs', { method: 'POST', headers, body: JSON.stringify(row) });
    };
    const location = async (row: object) => (await insert(row)).headers.get('location');
    expect(await location({ film_id: 7, actor_id: 8 })).toBe('/det_pairs?film_id=eq.7&actor_id=eq.8');
    expect(await location({ film_id: 7, actor_id: null })).toBe('/det_pairs?film_id=eq.7&actor_id=is.null');
  });

  it('changes nothing without a column, whatever the response would contain', async () => {
    const { data, error } = await service()
      .from('det_films')
      .update({})
      .eq('id', 1)
      .select('id, det_shout, det_roles(part)');
    expect({ data, error }).toEqual({ data: [], error: null });
  });
});

describe('calling a function', () => {
  it('uses a CSV row as arguments, but never as the only unnamed argument', async () => {
    const call = async (body: string) => {
      const response = await ask('/rpc/det_over', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body,
      });
      return [response.status, await response.json()];
    };
    expect(await call('x,y\n1,2')).toEqual([200, 3]);
    expect(await call('a,b\n1,2')).toMatchObject([
      404,
      {
        code: 'PGRST202',
        details:
          'Searched for the function public.det_over with parameters a, b, but no matches were found in the schema cache.',
      },
    ]);
  });

  it('suggests matching functions, those with the fewest arguments first', async () => {
    expect(await (await ask('/rpc/det_unclear?x=1')).json()).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.det_unclear(x => integer), public.det_unclear(x => xml), public.det_unclear(x => text, y => integer)',
    });
  });

  it('counts the one value of a scalar', async () => {
    expect(await service().rpc('det_seven', {}, { count: 'exact' })).toMatchObject({ data: 7, count: 1 });
  });

  it('passes the whole body to a single unnamed argument', async () => {
    const call = async (name: string, type: string, body: BodyInit) =>
      (await ask(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': type }, body })).text();
    expect(await call('det_whole_text', 'text/plain', 'loud')).toBe('"LOUD"');
    expect(await call('det_whole_json', 'application/json', '[1,2,3]')).toBe('3');
    expect(await call('det_whole_json', 'application/json', '[{"a":1},{"b":1}]')).toBe('2');
    const bytes = new Uint8Array([0, 255, 7]);
    expect(await call('det_whole_bytes', 'application/octet-stream', bytes)).toBe('3');
  });

  it('collects repeated arguments for a variadic one, and uses the last for any other', async () => {
    expect(await (await ask('/rpc/det_join?words=a&words=b')).json()).toBe('a-b');
    expect(await (await ask('/rpc/det_join?words=a')).json()).toBe('a');
    expect((await service().rpc('det_join', { words: ['x', 'y'] })).data).toBe('x-y');
    expect(await (await ask('/rpc/det_last?word=a&word=b')).json()).toBe('b');
    const form = new URLSearchParams([
      ['words', 'c'],
      ['words', 'd'],
    ]);
    expect(await (await ask('/rpc/det_join', { method: 'POST', body: form })).json()).toBe('c-d');
  });
});

describe('the settings of the role authenticator', () => {
  afterAll(async () => {
    await backend.owner.unsafe(`alter role authenticator reset all; notify pgrst, 'reload config'`);
  });

  const set = async (name: string, value: string) => {
    const [database] = await backend.owner<{ name: string }[]>`select current_database() as name`;
    await backend.owner.unsafe(
      `set role postgres; alter role authenticator in database "${database?.name}" set pgrst.${name} = '${value}';
       reset role; notify pgrst, 'reload config'`,
    );
  };

  it('expose further schemas, which requests name by their profile', async () => {
    await backend.owner.unsafe(`
      create schema det_api;
      create table det_api.things (id int primary key, name text);
      create table det_api.parts (id int primary key, thing_id int references det_api.things);
      create function det_api.twice(x int) returns int immutable language sql as 'select x * 2';
      grant usage on schema det_api to anon, authenticated, service_role;
      grant all on all tables in schema det_api to service_role`);
    const other = () => service().schema('det_api');
    expect((await other().from('things').select()).error).toMatchObject({
      code: 'PGRST106',
      message: 'Invalid schema: det_api',
    });
    await set('db_schemas', 'public, det_api');
    await until('/things', 200, { 'accept-profile': 'det_api' });
    expect((await other().from('things').insert({ id: 1, name: 'cup' })).status).toBe(201);
    await other().from('parts').insert({ id: 5, thing_id: 1 });
    const { data } = await other().from('things').select('name, parts(id)');
    expect(data).toEqual([{ name: 'cup', parts: [{ id: 5 }] }]);
    expect((await other().from('things').update({ name: 'mug' }).eq('id', 1).select()).data).toHaveLength(1);
    expect((await other().rpc('twice', { x: 4 })).data).toBe(8);
    expect((await service().from('things').select()).error?.code).toBe('PGRST205');
    expect((await service().from('det_films').select()).data).toHaveLength(3);
  });

  it('bound pages and allow aggregates', async () => {
    expect((await ask('/det_films?select=id.max()')).status).toBe(400);
    await set('db_max_rows', '2');
    await set('db_aggregates_enabled', 'true');
    await until('/det_films?select=id.max()', 200);
    expect((await service().from('det_films').select()).data).toHaveLength(2);
  });
});
