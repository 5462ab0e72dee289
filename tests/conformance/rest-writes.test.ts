import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterEach(() => api.reset());
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products');
const pairs = () => api.anon.from('conf_pairs');

const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('insert', () => {
  it('answers 201 and nothing else', async () => {
    const { data, error, status } = await products().insert({ name: 'New', price: 1.5 });
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 });
    const rows =
      await api.owner`select name, price, note, stock from public.conf_products where name = 'New'`;
    expect(rows).toEqual([{ name: 'New', price: '1.50', note: 'none', stock: 0 }]);
  });

  it('gives the row back, with embeds and functions of the row', async () => {
    const { data, status } = await products()
      .insert({ name: 'New', price: 10, maker_id: 2 })
      .select('name,conf_taxed,conf_makers(name)')
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({ name: 'New', conf_taxed: 11.4, conf_makers: { name: 'Bits' } });
  });

  it('takes many rows, in their order', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ name: `Row ${index}` }));
    const { data, count } = await products().insert(rows, { count: 'exact' }).select('name');
    expect(data).toEqual(rows);
    expect(count).toBe(50);
  });

  it('gives missing keys null, or the default when asked to', async () => {
    const rows = [{ name: 'A' }, { name: 'B', note: 'mine' }];
    const nulls = await products().insert(rows).select('name,note,stock').order('name');
    expect(nulls.data).toEqual([
      { name: 'A', note: null, stock: 0 },
      { name: 'B', note: 'mine', stock: 0 },
    ]);
    const defaults = await products()
      .insert(rows, { defaultToNull: false })
      .select('name,note')
      .order('name');
    expect(defaults.data).toEqual([
      { name: 'A', note: 'none' },
      { name: 'B', note: 'mine' },
    ]);
  });

  it('takes only the columns that are named', async () => {
    const response = await send(
      'POST',
      '/conf_products?columns=name&select=name,stock',
      [{ name: 'A', stock: 9, junk: 1 }],
      {
        prefer: 'return=representation',
      },
    );
    expect(await response.json()).toEqual([{ name: 'A', stock: 0 }]);
  });

  it('refuses rows with different keys when no columns are named', async () => {
    const response = await send('POST', '/conf_products', [{ name: 'A' }, { price: 1 }]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'PGRST102', message: 'All object keys must match' });
  });

  it('makes rows of defaults from empty objects, and none from an empty list', async () => {
    expect((await send('POST', '/conf_keyless', {})).status).toBe(201);
    expect((await send('POST', '/conf_keyless', [{}, {}])).status).toBe(201);
    const none = await send('POST', '/conf_keyless', [], { prefer: 'return=representation' });
    expect(none.status).toBe(201);
    expect(await none.json()).toEqual([]);
    expect(await api.owner`select from public.conf_keyless`).toHaveLength(3);
  });

  it('keeps JSON, arrays, numbers and text as they are', async () => {
    const maker = {
      name: 'O\'Neil \\ "x" ü 😀',
      meta: { deep: [1, { x: null }], text: 'a\nb' },
      tags: ['a,b', '"c"', 'd e'],
      rating: 4.2,
      active: false,
      seen: '2026-05-06T07:08:09.123456+00:00',
    };
    const { data } = await api.anon
      .from('conf_makers')
      .insert(maker)
      .select('name,meta,tags,rating,active,seen')
      .single();
    expect(data).toEqual(maker);
  });

  it('says where the new row is when asked to', async () => {
    const response = await send('POST', '/conf_pairs', { a: 7, b: 8 }, { prefer: 'return=headers-only' });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/conf_pairs?a=eq.7&b=eq.8');
    expect(response.headers.get('preference-applied')).toBe('return=headers-only');
    expect(await response.text()).toBe('');
  });

  it('takes CSV and forms', async () => {
    const csv = 'name,price,note\n"Quoted, ""so""",1.5,NULL\nPlain,,x\n';
    const refused = await send('POST', '/conf_products', csv, { 'content-type': 'text/csv' });
    expect(refused.status).toBe(400);
    const good = await send('POST', '/conf_products?select=name,price,note', csv.replace(',,', ',2,'), {
      'content-type': 'text/csv',
      prefer: 'return=representation',
    });
    expect(await good.json()).toEqual([
      { name: 'Quoted, "so"', price: 1.5, note: null },
      { name: 'Plain', price: 2, note: 'x' },
    ]);
    const form = await send('POST', '/conf_products?select=name,price', 'name=From+form&price=3', {
      'content-type': 'application/x-www-form-urlencoded',
      prefer: 'return=representation',
    });
    expect(await form.json()).toEqual([{ name: 'From form', price: 3 }]);
  });

  it('takes 20,000 rows at once', async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `Row number ${id} with some words in it`,
      amount: id / 100,
      data: { index: id, tags: ['x', 'y'] },
    }));
    const response = await send('POST', '/conf_imports', rows);
    expect(response.status).toBe(201);
    const [sum] =
      await api.owner`select count(*)::int as rows, sum(amount)::text as amount from public.conf_imports`;
    expect(sum).toEqual({ rows: 20_000, amount: '1999900.00' });
  });

  it('keeps nothing when one row is refused', async () => {
    const { error } = await products().insert([
      { name: 'Good', stock: 1 },
      { name: 'Bad', stock: -1 },
    ]);
    expect(error).toMatchObject({ code: '23514' });
    expect(await api.owner`select from public.conf_products where name = 'Good'`).toHaveLength(0);
  });

  const refusals: [string, string, unknown, number, Record<string, unknown>][] = [
    [
      'a column that does not exist',
      '/conf_products',
      { nam: 'x' },
      400,
      { code: 'PGRST204', message: "Could not find the 'nam' column of 'conf_products' in the schema cache" },
    ],
    ['a missing value', '/conf_products', { price: 1 }, 400, { code: '23502' }],
    [
      'a duplicate',
      '/conf_makers',
      { name: 'Acme' },
      409,
      { code: '23505', details: 'Key (name)=(Acme) already exists.' },
    ],
    ['a reference to nothing', '/conf_products', { name: 'x', maker_id: 99 }, 409, { code: '23503' }],
    [
      'a text that is too long',
      '/conf_products',
      { name: 'x', note: 'longer than ten' },
      400,
      { code: '22001' },
    ],
    ['a value of another type', '/conf_products', { name: 'x', price: 'cheap' }, 400, { code: '22P02' }],
    ['a value of no enumeration', '/conf_makers', { name: 'x', mood: 'odd' }, 400, { code: '22P02' }],
    [
      'broken JSON',
      '/conf_products',
      '{"name":',
      400,
      { code: 'PGRST102', message: 'Empty or invalid json' },
    ],
    ['an empty body', '/conf_products', '', 400, { code: 'PGRST102' }],
    ['a zero in a text', '/conf_products', { name: 'a\u0000b' }, 400, { code: '22P05' }],
    ['a generated column', '/conf_products', { name: 'x', search: 'y' }, 400, { code: '428C9' }],
    [
      'a table that may not be written',
      '/conf_hidden',
      { id: 5 },
      401,
      { code: '42501', message: 'permission denied for table conf_hidden' },
    ],
  ];
  for (const [what, path, body, status, error] of refusals) {
    it(`refuses ${what}: ${status} ${error.code}`, async () => {
      const response = await send('POST', path, body);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject(error);
    });
  }

  it('refuses a content type that it cannot read', async () => {
    const response = await send('POST', '/conf_products', 'x', { 'content-type': 'application/yaml' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'PGRST102',
      message: 'Content-Type not acceptable: application/yaml',
    });
  });
});

describe('upsert', () => {
  it('changes what is there and adds what is not: 200 or 201', async () => {
    const changed = await pairs().upsert({ a: 1, b: 1, value: 'changed' }).select();
    expect(changed).toMatchObject({ status: 200, data: [{ a: 1, b: 1, value: 'changed' }] });
    const added = await pairs().upsert([
      { a: 1, b: 2, value: 'again' },
      { a: 2, b: 2, value: 'new' },
    ]);
    expect(added.status).toBe(201);
    expect(await api.owner`select value from public.conf_pairs order by a, b`).toEqual([
      { value: 'changed' },
      { value: 'again' },
      { value: 'new' },
    ]);
  });

  it('leaves what is there when told to ignore duplicates', async () => {
    const rows = [
      { a: 1, b: 1, value: 'ignored' },
      { a: 3, b: 3, value: 'new' },
    ];
    const { data, status } = await pairs().upsert(rows, { ignoreDuplicates: true }).select();
    expect(status).toBe(201);
    expect(data).toEqual([{ a: 3, b: 3, value: 'new' }]);
    expect(await api.owner`select value from public.conf_pairs where a = 1 and b = 1`).toEqual([
      { value: 'one-one' },
    ]);
  });

  it('tells duplicates by another key when told to', async () => {
    const { data } = await api.anon
      .from('conf_makers')
      .upsert({ name: 'Acme', country: 'FR' }, { onConflict: 'name' })
      .select('id,country')
      .single();
    expect(data).toEqual({ id: 1, country: 'FR' });
  });

  it('says when nothing makes that key unique', async () => {
    const { error, status } = await api.anon
      .from('conf_makers')
      .upsert({ name: 'Acme' }, { onConflict: 'country' });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '42P10' });
  });

  it('names the preferences it obeyed', async () => {
    const response = await send(
      'POST',
      '/conf_pairs',
      { a: 5, b: 5 },
      {
        prefer: 'resolution=merge-duplicates, return=minimal, missing=default, count=exact',
      },
    );
    expect(response.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
    );
    expect(response.headers.get('content-range')).toBe('*/1');
  });
});

describe('update', () => {
  it('changes the rows that the filters leave', async () => {
    const { data, error, status } = await products().update({ stock: 7 }).eq('maker_id', 1);
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 204 });
    const rows = await api.owner`select id from public.conf_products where stock = 7 order by id`;
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('gives back the rows, and how many they are', async () => {
    const { count, data, status } = await products()
      .update({ stock: 1, note: null }, { count: 'exact' })
      .or('id.eq.1,id.eq.2')
      .select('id,stock,note,conf_makers(name)')
      .order('id');
    expect({ count, status }).toEqual({ count: 2, status: 200 });
    expect(data).toEqual([
      { id: 1, stock: 1, note: null, conf_makers: { name: 'Acme' } },
      { id: 2, stock: 1, note: null, conf_makers: { name: 'Acme' } },
    ]);
  });

  it('of no row is no error, but no single row either', async () => {
    const none = await products().update({ stock: 1 }).eq('id', 999).select('id');
    expect(none).toMatchObject({ data: [], error: null, status: 200 });
    const single = await products().update({ stock: 1 }).eq('id', 999).select('id').single();
    expect(single.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  });

  it('of many rows is undone when one was asked for', async () => {
    const { error, status } = await products().update({ stock: 55 }).gt('id', 0).select('id').single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 5 rows' });
    expect(await api.owner`select from public.conf_products where stock = 55`).toHaveLength(0);
  });

  it('of all rows must be asked for by a filter', async () => {
    const response = await send('PATCH', '/conf_products', { stock: 9 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' });
    expect(await api.owner`select from public.conf_products where stock = 9`).toHaveLength(0);
  });

  it('of more rows than max-affected is undone', async () => {
    const prefer = { prefer: 'handling=strict, max-affected=2' };
    const many = await send('PATCH', '/conf_products?id=gt.0', { stock: 66 }, prefer);
    expect(many.status).toBe(400);
    expect(await many.json()).toMatchObject({ code: 'PGRST124', details: 'The query affects 5 rows' });
    expect(await api.owner`select from public.conf_products where stock = 66`).toHaveLength(0);
    const few = await send('PATCH', '/conf_products?id=lt.3', { stock: 66 }, prefer);
    expect(few.status).toBe(204);
    expect(few.headers.get('preference-applied')).toBe('handling=strict, max-affected=2');
  });

  it('with nothing to change changes nothing', async () => {
    const response = await send(
      'PATCH',
      '/conf_products?id=eq.1&select=id',
      {},
      { prefer: 'return=representation' },
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([]);
  });

  it('reaches rows by JSON, lists and functions of the row', async () => {
    const { data } = await products().update({ note: 'dear' }).gt('conf_taxed', 100).select('id');
    expect(data).toEqual([{ id: 4 }]);
    const makers = await api.anon
      .from('conf_makers')
      .update({ founded: 1 })
      .eq('meta->>size', 'big')
      .select('id');
    expect(makers.data).toEqual([{ id: 1 }]);
  });
});

describe('delete', () => {
  it('removes what the filters leave and can give it back', async () => {
    const { count, data, status } = await api.anon
      .from('conf_pairs')
      .delete({ count: 'exact' })
      .eq('b', 2)
      .select('value');
    expect({ count, data, status }).toEqual({ count: 1, data: [{ value: 'one-two' }], status: 200 });
    expect((await pairs().delete().eq('b', 1)).status).toBe(204);
    expect(await api.owner`select from public.conf_pairs`).toHaveLength(0);
  });

  it('of all rows must be asked for by a filter', async () => {
    const response = await send('DELETE', '/conf_pairs', undefined);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: '21000', message: 'DELETE requires a WHERE clause' });
    expect(await api.owner`select from public.conf_pairs`).toHaveLength(2);
  });

  it('is refused while something refers to the row', async () => {
    const { error, status } = await api.anon.from('conf_makers').delete().eq('id', 1);
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: '23503' });
  });
});

describe('put', () => {
  const prefer = { prefer: 'return=representation' };

  it('puts one row at its address: 201 when new, 200 when there', async () => {
    const there = await send('PUT', '/conf_pairs?a=eq.1&b=eq.2', { a: 1, b: 2, value: 'put' }, prefer);
    expect(there.status).toBe(200);
    expect(await there.json()).toEqual([{ a: 1, b: 2, value: 'put' }]);
    const fresh = await send('PUT', '/conf_pairs?a=eq.4&b=eq.4', { a: 4, b: 4, value: 'new' }, prefer);
    expect(fresh.status).toBe(201);
  });

  it('refuses another key in the body, other filters, and windows', async () => {
    const other = await send('PUT', '/conf_pairs?a=eq.1&b=eq.2', { a: 1, b: 3, value: 'x' });
    expect(await other.json()).toMatchObject({ code: 'PGRST115' });
    const filters = await send('PUT', '/conf_pairs?a=eq.1', { a: 1, b: 3 });
    expect(filters.status).toBe(405);
    expect(await filters.json()).toMatchObject({ code: 'PGRST105' });
    const window = await send('PUT', '/conf_pairs?a=eq.1&b=eq.2&limit=1', { a: 1, b: 2 });
    expect(await window.json()).toMatchObject({ code: 'PGRST114' });
    expect(await api.owner`select from public.conf_pairs`).toHaveLength(2);
  });
});

describe('columns called like words of the statement', () => {
  const row = {
    t: 1,
    r: 'red',
    s: 's',
    changed: 'c',
    call: 'x',
    rows: 'y',
    src: 'z',
    _: 'u',
    body: 'b',
    n: 'n',
    total: 'o',
    value: 'v',
    scalar: 'l',
    element: 'e',
  };

  it('are written and read like others', async () => {
    const table = () => api.anon.from('conf_names');
    const made = await table().insert(row).select('t,r,changed,conf_initial').single();
    expect(made.data).toEqual({ t: 1, r: 'red', changed: 'c', conf_initial: 'r' });
    const merged = await table()
      .upsert({ ...row, r: 'blue' })
      .select()
      .single();
    expect(merged.data).toMatchObject({ ...row, r: 'blue' });
    const changed = await table().update({ src: 'new' }).eq('t', 1).select('*').single();
    expect(changed.data).toMatchObject({ t: 1, src: 'new' });
    const read = await table().select('*,conf_initial', { count: 'exact' });
    expect(read.data).toMatchObject([{ t: 1, total: 'o', conf_initial: 'b' }]);
    expect((await table().select('t,rows').csv()).data).toBe('t,rows\n1,y');
    const back = await table().delete().eq('t', 1).select('t,r').csv();
    expect(back.data).toBe('t,r\n1,blue');
  });
});

describe('preferences', () => {
  it('tx=rollback answers as if, and leaves nothing', async () => {
    const response = await send(
      'POST',
      '/conf_pairs?select=a',
      { a: 8, b: 8 },
      {
        prefer: 'tx=rollback, return=representation',
      },
    );
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual([{ a: 8 }]);
    expect(response.headers.get('preference-applied')).toContain('tx=rollback');
    expect(await api.owner`select from public.conf_pairs where a = 8`).toHaveLength(0);
  });

  it('handling=strict refuses what is no preference', async () => {
    const response = await send(
      'POST',
      '/conf_pairs',
      { a: 8, b: 8 },
      { prefer: 'handling=strict, retrun=minimal' },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'PGRST122',
      details: 'Invalid preferences: retrun=minimal',
    });
    const lenient = await send('POST', '/conf_pairs', { a: 8, b: 8 }, { prefer: 'retrun=minimal' });
    expect(lenient.status).toBe(201);
  });
});
