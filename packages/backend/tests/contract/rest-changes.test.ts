import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED } from '../support/backend.ts';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterEach(() => api.reset());
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products');
const pairs = () => api.anon.from('conf_pairs');

const send: RestFixtures['send'] = (...request) => api.send(...request);

describe('upsert', () => {
  it('updates existing rows and inserts others: 200 or 201', async () => {
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

  it('leaves existing rows when told to ignore duplicates', async () => {
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

  it('detects duplicates by another key on request', async () => {
    const { data } = await api.anon
      .from('conf_makers')
      .upsert({ name: 'Acme', country: 'FR' }, { onConflict: 'name' })
      .select('id,country')
      .single();
    expect(data).toEqual({ id: 1, country: 'FR' });
  });

  it('reports a key without a unique constraint', async () => {
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

  it('returns the rows and their number', async () => {
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

  it('of no row is not an error, unless a single row was requested', async () => {
    const none = await products().update({ stock: 1 }).eq('id', 999).select('id');
    expect(none).toMatchObject({ data: [], error: null, status: 200 });
    const single = await products().update({ stock: 1 }).eq('id', 999).select('id').single();
    expect(single.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  });

  it('of many rows is rolled back if one was requested', async () => {
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

  it('of more rows than max-affected is rolled back', async () => {
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
  it('deletes matching rows and can return them', async () => {
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

  it('is refused while the row is referenced', async () => {
    const { error, status } = await api.anon.from('conf_makers').delete().eq('id', 1);
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: '23503' });
  });
});

describe('put', () => {
  const prefer = { prefer: 'return=representation' };

  it('writes one row at its URL: 201 when new, 200 when it exists', async () => {
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

describe('columns named like keywords of the statement', () => {
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
  it.runIf(EMBEDDED)(
    'tx=rollback is ignored, so that callers cannot undo the counting of attempts',
    async () => {
      const prefer = 'tx=rollback, return=representation';
      const response = await send('POST', '/conf_pairs?select=a', { a: 9, b: 9 }, { prefer });
      expect(response.status).toBe(201);
      expect(response.headers.get('preference-applied')).toBe('return=representation');
      expect(await api.owner`select from public.conf_pairs where a = 9`).toHaveLength(1);
    },
  );

  it('handling=strict refuses unknown preferences', async () => {
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
