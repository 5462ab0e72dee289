import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterAll(() => api?.close());

const call = (path: string, init: RequestInit = {}) => api.request(`/rpc/${path}`, init);

describe('what a function returns', () => {
  it('is a value where it returns one', async () => {
    expect(await api.anon.rpc('conf_add', { a: 2, b: 3 })).toMatchObject({ data: 5, status: 200 });
    expect(await api.anon.rpc('conf_null')).toMatchObject({ data: null, error: null, status: 200 });
  });

  it('is its JSON where it returns some', async () => {
    expect((await api.anon.rpc('conf_json')).data).toEqual({ a: [1, { b: null }] });
  });

  it('is a 204 where it returns nothing', async () => {
    expect(await api.anon.rpc('conf_void')).toMatchObject({ data: null, error: null, status: 204 });
  });

  it('is a list if it returns several values', async () => {
    const { data } = await api.anon.rpc('conf_names').limit(2);
    expect(data).toEqual(['Red hat', 'Blue hat']);
  });

  it('is an object where it returns one row', async () => {
    const { data } = await api.anon.rpc('conf_first').select('id,name');
    expect(data).toEqual({ id: 1, name: 'Red hat' });
  });

  it('is filtered, ordered, embedded and counted like a table where it returns its rows', async () => {
    const { count, data } = await api.anon
      .rpc('conf_find', { term: 'hat' }, { count: 'exact' })
      .select('id,conf_taxed,conf_makers(name)')
      .gt('id', 0)
      .order('id', { ascending: false })
      .limit(1);
    expect(data).toEqual([{ id: 2, conf_taxed: 13.68, conf_makers: { name: 'Acme' } }]);
    expect(count).toBe(2);
  });

  it('is an object if one row is requested', async () => {
    const { data } = await api.anon.rpc('conf_find', { term: 'mug' }).select('name').single();
    expect(data).toEqual({ name: 'Green cat mug' });
    const { error } = await api.anon.rpc('conf_find', { term: 'hat' }).single();
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
  });

  it('is a table if it defines one', async () => {
    const { data } = await api.anon.rpc('conf_stats').select('maker').gt('products', 0).order('maker');
    expect(data).toEqual([{ maker: 'Acme' }, { maker: 'Bits' }]);
  });

  it('is an object of its out parameters', async () => {
    expect((await api.anon.rpc('conf_out')).data).toEqual({ total: 3, label: 'three' });
  });

  it('is CSV if requested', async () => {
    const { data } = await api.anon.rpc('conf_stats').csv();
    expect(data).toBe('maker,products\nAcme,2\nBits,2\nCrates,0');
  });
});

describe('arguments', () => {
  it('come from the URL under GET, with operators as filters', async () => {
    expect((await api.anon.rpc('conf_add', { a: 4 }, { get: true })).data).toBe(5);
    const { data } = await api.anon.rpc('conf_find', { term: 'hat' }, { get: true }).eq('id', 2).select('id');
    expect(data).toEqual([{ id: 2 }]);
  });

  it('may be left out when they have a default', async () => {
    expect((await api.anon.rpc('conf_add', { a: 10 })).data).toBe(11);
  });

  it('choose among functions of one name', async () => {
    expect((await api.anon.rpc('conf_over', { a: 1 })).data).toBe('one');
    expect((await api.anon.rpc('conf_over', { a: 1, b: 2 })).data).toBe('two');
  });

  it('may fit several functions: PGRST203', async () => {
    const { error, status } = await api.anon.rpc('conf_twice', { a: 1 });
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.conf_twice(a => integer), public.conf_twice(a => text)',
    });
  });

  it('may fit none: PGRST202, with a suggestion', async () => {
    const { error, status } = await api.anon.rpc('conf_add', { a: 1, c: 2 });
    expect(status).toBe(404);
    expect(error).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function public.conf_add(a, c) in the schema cache',
      details:
        'Searched for the function public.conf_add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.conf_add(a, b)',
    });
    const named = await api.anon.rpc('conf_addd', { a: 1 }, { get: true });
    expect(named.error).toMatchObject({
      code: 'PGRST202',
      details:
        'Searched for the function public.conf_addd with parameter a, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.conf_add',
    });
  });

  it('may be of any number', async () => {
    const get = await api.service.rpc('conf_sum', { numbers: [1, 2, 3] });
    expect(get.data).toBe(6);
    const response = await api.request('/rpc/conf_sum?numbers=4&numbers=5', { key: api.secretKey });
    expect(await response.json()).toBe(9);
  });

  it('may be the whole body: JSON, text or bytes', async () => {
    const json = await call('conf_body', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1,{"a":[2]}]',
    });
    expect(await json.json()).toEqual([1, { a: [2] }]);
    const text = await call('conf_text', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
    expect(await text.json()).toBe('text: hello');
    const bytes = await call('conf_bytes', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array([0, 1, 2, 255]),
    });
    expect(await bytes.json()).toBe(4);
  });

  it('come from forms', async () => {
    const response = await call('conf_add', {
      method: 'POST',
      body: new URLSearchParams({ a: '5', b: '6' }),
    });
    expect(await response.json()).toBe(11);
  });

  it('of a wrong type are a 400', async () => {
    expect(await api.anon.rpc('conf_add', { a: 'x' })).toMatchObject({
      status: 400,
      error: { code: '22P02' },
    });
    const get = await call('conf_add?a=x');
    expect(get.status).toBe(400);
  });
});

describe('the transaction of a call', () => {
  it('has the role, the user and the request in its settings', async () => {
    const response = await call('conf_whoami', {
      headers: { 'x-trace': 'abc', prefer: 'timezone=Africa/Cairo' },
    });
    expect(await response.json()).toEqual({
      role: 'anon',
      uid: null,
      method: 'GET',
      trace: 'abc',
      zone: 'Africa/Cairo',
      readonly: 'on',
    });
    expect(response.headers.get('preference-applied')).toBe('timezone=Africa/Cairo');
    expect((await api.service.rpc('conf_whoami')).data).toMatchObject({
      role: 'service_role',
      method: 'POST',
    });
  });

  it('refuses an unknown time zone, with the database’s message', async () => {
    const unknown = await call('conf_whoami', { headers: { prefer: 'timezone=Jupiter/Red_Spot' } });
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({
      code: '22023',
      message: 'invalid value for parameter "TimeZone": "Jupiter/Red_Spot"',
    });
    const known = await call('conf_whoami', {
      headers: { prefer: 'handling=strict, timezone=Africa/Cairo' },
    });
    expect(await known.json()).toMatchObject({ zone: 'Africa/Cairo' });
  });

  it('only reads under GET, and for functions that say they only read', async () => {
    const response = await call('conf_insert?value=x');
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ code: '25006' });
    expect((await api.anon.rpc('conf_whoami')).data).toMatchObject({ readonly: 'on' });
    expect(await api.owner`select from public.conf_keyless`).toHaveLength(0);
  });

  it('writes under POST, once', async () => {
    expect((await api.anon.rpc('conf_insert', { value: 'once' })).data).toEqual([{ value: 'once' }]);
    expect(await api.owner`select value from public.conf_keyless`).toEqual([{ value: 'once' }]);
  });

  it('needs the right to execute', async () => {
    expect(await api.anon.rpc('conf_sum', { numbers: [1] })).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for function conf_sum' },
    });
  });
});

describe('errors that functions raise', () => {
  it('are 400 with message, detail and hint', async () => {
    expect(await api.anon.rpc('conf_raise', { kind: 'plain' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'Not today', details: 'It is Monday', hint: 'Come back tomorrow' },
    });
  });

  it('may choose their status by PT and three digits', async () => {
    expect(await api.anon.rpc('conf_raise', { kind: 'custom' })).toMatchObject({
      status: 402,
      error: { code: 'PT402', message: 'Payment Required', details: 'Quota exceeded', hint: 'Upgrade' },
    });
  });

  it('are 401 or 403 if forbidden, depending on whether signing in could help', async () => {
    expect((await api.anon.rpc('conf_raise', { kind: 'forbidden' })).status).toBe(401);
    expect((await api.service.rpc('conf_raise', { kind: 'forbidden' })).status).toBe(403);
  });

  it('may write the whole answer', async () => {
    const response = await call('conf_raise', {
      method: 'POST',
      body: '{"kind":"response"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(418);
    expect(response.headers.get('x-tea')).toBe('Oolong');
    expect(await response.json()).toEqual({
      code: '123',
      message: 'Teapot',
      details: 'Short',
      hint: 'Stout',
    });
    const broken = await api.anon.rpc('conf_raise', { kind: 'broken' });
    expect(broken).toMatchObject({ status: 500, error: { code: 'PGRST121' } });
  });

  it('are not needed to set status and headers', async () => {
    const response = await call('conf_respond', { method: 'POST' });
    expect(response.status).toBe(202);
    expect(response.headers.get('x-made-by')).toBe('conf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ ok: true });
  });
});
