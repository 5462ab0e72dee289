import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterAll(() => api?.close());

describe('the Data API', () => {
  it('exposes only the public schema', async () => {
    const { error, status } = await api.anon.schema('auth').from('users').select();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST106',
      message: 'Invalid schema: auth',
      hint: 'Only the following schemas are exposed: public',
    });
    const write = await api.request('/conf_pairs', {
      method: 'POST',
      headers: { 'content-profile': 'storage', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(write.status).toBe(406);
  });

  it('does not find tables of other schemas by any spelling', async () => {
    for (const path of [
      '/auth.users',
      '/pg_catalog.pg_roles',
      '/pg_roles',
      '/%22auth%22.%22users%22',
      '/users',
    ]) {
      const response = await api.request(path, { key: api.secretKey });
      expect(response.status, path).toBe(404);
    }
  });

  it('serves tables, functions and nothing else', async () => {
    for (const path of ['/', '/a/b', '/rpc', '/rpc/a/b', '/conf_pairs/1', '/%E0%A4%A']) {
      const response = await api.request(path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^PGRST(125|126|205)$/) });
    }
  });

  it('lists the methods that a table and a function allow', async () => {
    const allow = async (path: string) => {
      const response = await api.request(path, { method: 'OPTIONS' });
      expect(response.status).toBe(200);
      return response.headers.get('allow');
    };
    expect(await allow('/conf_products')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(await allow('/conf_keyless')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE');
    expect(await allow('/rpc/conf_insert')).toBe('OPTIONS,POST');
    expect(await allow('/rpc/conf_add')).toBe('OPTIONS,GET,HEAD,POST');
  });

  it('sends Content-Length 0 without a body', async () => {
    const response = await api.request('/conf_products', { method: 'OPTIONS' });
    expect(response.headers.get('content-length')).toBe('0');
  });

  it('refuses other methods on functions', async () => {
    const response = await api.request('/rpc/conf_add', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({
      code: 'PGRST101',
      message: 'Cannot use the DELETE method on RPC',
    });
  });

  it('answers HEAD like GET, without the body', async () => {
    const head = await api.request('/conf_products?select=id&limit=2', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-range')).toBe('0-1/*');
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await head.text()).toBe('');
  });

  it('finds new tables after a schema reload', async () => {
    await api.owner.unsafe(`
      create table public.conf_later (id int primary key);
      grant select on public.conf_later to anon;
      notify pgrst, 'reload schema'`);
    await expect
      .poll(async () => (await api.anon.from('conf_later').select()).status, { interval: 20 })
      .toBe(200);
    await api.owner.unsafe(
      `alter table public.conf_later add column name text default 'x'; insert into public.conf_later values (1)`,
    );
    expect((await api.anon.from('conf_later').select()).data).toEqual([{ id: 1, name: 'x' }]);
    await api.owner.unsafe(`drop table public.conf_later; notify pgrst, 'reload schema'`);
    await expect
      .poll(async () => (await api.anon.from('conf_later').select()).error?.code, { interval: 20 })
      .toBe('PGRST205');
  });

  it('refuses a body over its limit without reading it whole', async () => {
    const large = 'x'.repeat(33 << 20);
    const response = await api
      .request('/conf_keyless', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `[{"value":"${large}"}]`,
      })
      .catch((error: Error) => error);
    if (response instanceof Response) expect(response.status).toBe(413);
    else expect(String(response.cause ?? response)).toMatch(/EPIPE|ECONNRESET|other side closed/);
    expect(await api.owner`select from public.conf_keyless`).toHaveLength(0);
  });

  it('keeps many responses apart on one connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const id = (index % 5) + 1;
        const { data } = await api.anon.from('conf_products').select('id').eq('id', id).single();
        return data?.id === id;
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });

  it('can be called in-process, without a socket', async () => {
    const { backend } = api;
    if (!backend) return;
    const client = createClient('http://backend.invalid', api.publishableKey, {
      auth: { persistSession: false },
      global: { fetch: backend.fetch },
    });
    expect((await client.from('conf_products').select('id').eq('id', 3)).data).toEqual([{ id: 3 }]);
    expect((await client.rpc('conf_add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.from('conf_products').select('id', { count: 'exact', head: true })).count).toBe(5);
    const missing = await client.from('conf_products').select().eq('id', 77).single();
    expect(missing.error).toMatchObject({ code: 'PGRST116' });
    const request = new Request('http://x.invalid/rest/v1/conf_pairs?a=eq.1&b=eq.1', {
      headers: { apikey: api.publishableKey },
    });
    expect(await (await backend.fetch(request)).json()).toEqual([{ a: 1, b: 1, value: 'one-one' }]);
  });
});
