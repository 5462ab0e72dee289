import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterEach(() => api.reset());
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products');

const send: RestFixtures['send'] = (...request) => api.send(...request);

describe('insert', () => {
  it('answers 201 and nothing else', async () => {
    const { data, error, status } = await products().insert({ name: 'New', price: 1.5 });
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 });
    const rows =
      await api.owner`select name, price, note, stock from public.conf_products where name = 'New'`;
    expect(rows).toEqual([{ name: 'New', price: '1.50', note: 'none', stock: 0 }]);
  });

  it('returns the row, with embeds and functions of the row', async () => {
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

  it('uses only the named columns', async () => {
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

  it('creates rows of defaults from empty objects, and none from an empty list', async () => {
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

  it('returns the new row’s location on request', async () => {
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

  const unstorable = 'A text cannot hold the character NUL or half of a surrogate pair.';
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
    ['a zero in a text', '/conf_products', { name: 'a\u0000b' }, 400, { code: '22P05', hint: unstorable }],
    ['half an emoji', '/conf_products', { name: '\ud83d' }, 400, { code: '22P02', hint: unstorable }],
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
