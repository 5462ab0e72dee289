import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products');
const makers = () => api.anon.from('conf_makers');

describe('select', () => {
  it('returns all columns, with numbers, lists, JSON and timestamps as JSON', async () => {
    const { data, error, status } = await makers().select().eq('id', 1);
    expect(error).toBeNull();
    expect(status).toBe(200);
    expect(data).toEqual([
      {
        id: 1,
        name: 'Acme',
        country: 'US',
        founded: 1950,
        meta: { size: 'big', staff: { count: 10, names: ['Ann', 'Bob'] }, 'key with space': 1 },
        plain_meta: { z: 1, a: 2 },
        tags: ['old', 'famous'],
        active: true,
        rating: 4.5,
        mood: 'calm',
        seen: '2026-01-02T03:04:05.678+00:00',
      },
    ]);
  });

  it('returns the named columns, in that order', async () => {
    const response = await api.request('/conf_makers?select=founded,id,name&id=eq.2');
    expect(await response.text()).toBe('[{"founded":1999,"id":2,"name":"Bits"}]');
  });

  it('renames columns', async () => {
    const { data } = await makers().select('title:name,since:founded').eq('id', 1);
    expect(data).toEqual([{ title: 'Acme', since: 1950 }]);
  });

  it('casts columns', async () => {
    const { data } = await makers().select('founded::text,rating::int,text:active::text').eq('id', 1);
    expect(data).toEqual([{ founded: '1950', rating: 5, text: 'true' }]);
  });

  it('refuses a cast to an unknown type', async () => {
    const { error, status } = await makers().select('founded::nonsense');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '42704', message: 'type "nonsense" does not exist' });
  });

  it.each([
    ['a column', '"a\0b":name'],
    ['an embedded resource', 'name,"a\0b":conf_products(id)'],
  ])('refuses a name that no statement can contain, for %s', async (_what, columns) => {
    const { error, status } = await makers().select(columns as '*');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'PGRST100' });
  });

  it('steps into jsonb by key and index, as JSON and as text', async () => {
    const { data } = await makers()
      .select('meta->size,meta->>size,meta->staff->count,n:meta->staff->names->>1,meta->staff->names->-1')
      .eq('id', 1);
    expect(data).toEqual([{ size: 'big', count: 10, n: 'Bob', names: 'Bob' }]);
  });

  it('steps into json, keys with spaces, arrays and rows of other types', async () => {
    const { data } = await makers()
      .select('z:plain_meta->z,spaced:meta->"key with space",first:tags->0')
      .eq('id', 1);
    expect(data).toEqual([{ z: 1, spaced: 1, first: 'old' }]);
  });

  it('returns null for steps that lead nowhere', async () => {
    const { data } = await makers().select('x:meta->nowhere->deeper,y:meta->>7').eq('id', 1);
    expect(data).toEqual([{ x: null, y: null }]);
  });

  it('takes names with dots, commas, spaces and letters of any script in quotes', async () => {
    const response = await api.request(
      `/conf%20odd.Names?select=${encodeURIComponent('"the id","a.b",comma:"c,d",Größe')}&${encodeURIComponent('"a.b"')}=eq.dot`,
    );
    expect(await response.json()).toEqual([{ 'the id': 1, 'a.b': 'dot', comma: 'comma', Größe: 42 }]);
  });

  it('returns functions of a row like columns', async () => {
    const { data } = await products()
      .select('id,conf_taxed')
      .gt('conf_taxed', 13)
      .order('conf_taxed', { ascending: false });
    expect(data).toEqual([
      { id: 4, conf_taxed: 113.99 },
      { id: 2, conf_taxed: 13.68 },
    ]);
  });

  it('reads views', async () => {
    const { data } = await api.anon.from('conf_cheap').select('name').order('id');
    expect(data).toEqual([{ name: 'Red hat' }, { name: 'Blue hat' }, { name: 'Green cat mug' }]);
  });

  it('names the unknown column and suggests another', async () => {
    const { error, status } = await products().select('prise');
    expect(status).toBe(400);
    expect(error).toEqual({
      code: '42703',
      details: null,
      hint: 'Perhaps you meant to reference the column "conf_products.price".',
      message: 'column conf_products.prise does not exist',
    });
  });

  it('names the unknown table and suggests another', async () => {
    const { error, status } = await api.anon.from('conf_producs').select();
    expect(status).toBe(404);
    expect(error).toEqual({
      code: 'PGRST205',
      details: null,
      hint: "Perhaps you meant the table 'public.conf_products'",
      message: "Could not find the table 'public.conf_producs' in the schema cache",
    });
  });

  it('does not aggregate, as a hosted project does not', async () => {
    const { error, status } = await products().select('price.sum()');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'PGRST123', message: 'Use of aggregate functions is not allowed' });
  });

  it('omits null values on request', async () => {
    const { data } = await makers().select('id,country,founded').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
  });

  it('points to the position of a syntax error in select', async () => {
    const { error, status } = await products().select('id,name!');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,name!)" (line 1, column 9)',
      details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
    });
  });
});

describe('order', () => {
  const ids = (data: { id: unknown }[] | null) => data?.map(({ id }) => id);

  it('sorts up and down, by several columns', async () => {
    const { data } = await products().select('id').order('maker_id', { ascending: false }).order('name');
    expect(ids(data)).toEqual([5, 4, 3, 2, 1]);
  });

  it('puts nulls first or last as requested', async () => {
    const first = await products().select('id').order('price', { nullsFirst: true }).limit(1);
    const last = await products().select('id').order('price', { ascending: false, nullsFirst: false });
    expect(ids(first.data)).toEqual([5]);
    expect(ids(last.data)).toEqual([4, 2, 1, 3, 5]);
  });

  it('orders by a step into JSON', async () => {
    const { data } = await makers().select('id').order('meta->staff->count', { nullsFirst: false });
    expect(ids(data)).toEqual([2, 1, 3]);
  });

  it('refuses directions that do not exist', async () => {
    const response = await api.request('/conf_products?order=id.up');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'PGRST100',
      details: 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    });
  });
});

describe('windows and counts', () => {
  it('limits and skips', async () => {
    const { data } = await products().select('id').order('id').range(1, 2);
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    const { data: none, status } = await products().select('id').limit(0);
    expect(none).toEqual([]);
    expect(status).toBe(200);
  });

  it('obeys the Range header and returns the rows’ positions', async () => {
    const response = await api.request('/conf_products?select=id&order=id', {
      headers: { range: '1-3', 'range-unit': 'items' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-range')).toBe('1-3/*');
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
  });

  it('returns the overlap of Range header and limit', async () => {
    const response = await api.request('/conf_products?select=id&order=id&limit=2&offset=2', {
      headers: { range: '0-2' },
    });
    expect(await response.json()).toEqual([{ id: 3 }]);
  });

  it('counts exactly: 206 for a part, 200 for all', async () => {
    const part = await products().select('id', { count: 'exact' }).order('id').range(0, 1);
    expect(part).toMatchObject({ count: 5, status: 206, data: [{ id: 1 }, { id: 2 }] });
    const all = await products().select('id', { count: 'exact' });
    expect(all).toMatchObject({ count: 5, status: 200 });
    const last = await products().select('id', { count: 'exact' }).order('id').range(3, 9);
    expect(last).toMatchObject({ count: 5, status: 206, data: [{ id: 4 }, { id: 5 }] });
  });

  it('counts what filters and inner embeds leave', async () => {
    const filtered = await products().select('id', { count: 'exact' }).ilike('name', '%hat%').limit(1);
    expect(filtered).toMatchObject({ count: 2, data: [{ id: 1 }] });
    const inner = await makers()
      .select('id,conf_products!inner(id)', { count: 'exact' })
      .gt('conf_products.price', 50)
      .limit(1);
    expect(inner.count).toBe(1);
  });

  it('counts without rows under HEAD', async () => {
    const { count, data, status } = await products().select('*', { count: 'exact', head: true }).gt('id', 2);
    expect({ count, data, status }).toEqual({ count: 3, data: null, status: 200 });
  });

  it('uses the planner for a planned count, and an exact count for a small estimated one', async () => {
    const planned = await products().select('id', { count: 'planned' });
    expect(planned.error).toBeNull();
    expect(planned.count).toBeGreaterThan(0);
    const estimated = await products().select('id', { count: 'estimated' });
    expect(estimated).toMatchObject({ count: 5, error: null });
  });

  it('answers 416 for a window that starts beyond the last row', async () => {
    const { error, status } = await products().select('id', { count: 'exact' }).range(100, 110);
    expect(status).toBe(416);
    expect(error).toEqual({
      code: 'PGRST103',
      details: 'An offset of 100 was requested, but there are only 5 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    });
  });

  it('answers 416 for impossible ranges', async () => {
    const backwards = await api.request('/conf_products', { headers: { range: '5-2' } });
    expect(backwards.status).toBe(416);
    const negative = await api.request('/conf_products?limit=-1');
    expect(negative.status).toBe(416);
    expect(await negative.json()).toMatchObject({
      code: 'PGRST103',
      details: 'Limit should be greater than or equal to zero.',
    });
  });

  it('sends no more than 1,000 rows at once', async () => {
    await api.owner`insert into public.conf_imports (id) select generate_series(1, 1500)`;
    const { data, count } = await api.anon.from('conf_imports').select('id', { count: 'exact' }).order('id');
    expect(data).toHaveLength(1000);
    expect(count).toBe(1500);
    const more = await api.anon.from('conf_imports').select('id').order('id').range(1000, 5000);
    expect(more.data).toHaveLength(500);
    await api.reset();
  });
});

describe('one row', () => {
  it('is an object under single', async () => {
    const { data, error } = await products().select('id,name').eq('id', 3).single();
    expect(error).toBeNull();
    expect(data).toEqual({ id: 3, name: 'Green cat mug' });
  });

  it('is PGRST116 under single when there are none or many', async () => {
    const none = await products().select().eq('id', 999).single();
    expect(none.status).toBe(406);
    expect(none.error).toEqual({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
    const many = await products().select().single();
    expect(many.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 5 rows' });
  });

  it('may be missing under maybeSingle', async () => {
    expect(await products().select('id').eq('id', 999).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect(await products().select('id').eq('id', 1).maybeSingle()).toMatchObject({ data: { id: 1 } });
    expect((await products().select('id').maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });
});

describe('response formats', () => {
  it('include CSV, with quotes where needed', async () => {
    const { data } = await products().select('id,name,price').order('id').csv();
    expect(data).toBe(
      [
        'id,name,price',
        '1,"Red hat",10.50',
        '2,"Blue hat",12.00',
        '3,"Green cat mug",7.25',
        '4,"Gift, wrapped (large)",99.99',
        '5,"Loose ""thing""",',
      ].join('\n'),
    );
  });

  it('have a content type', async () => {
    const accepts: [string, string][] = [
      ['application/json', 'application/json; charset=utf-8'],
      ['text/html, */*;q=0.5', 'application/json; charset=utf-8'],
      ['text/csv', 'text/csv; charset=utf-8'],
      ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
      ['text/csv;q=0.3, application/json;q=0.9', 'application/json; charset=utf-8'],
    ];
    for (const [accept, type] of accepts) {
      const response = await api.request('/conf_products?id=eq.1', { headers: { accept } });
      expect(response.headers.get('content-type'), accept).toBe(type);
    }
  });

  it('are 406 for unsupported media types', async () => {
    const response = await api.request('/conf_products', { headers: { accept: 'image/png' } });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: image/png',
    });
  });
});
