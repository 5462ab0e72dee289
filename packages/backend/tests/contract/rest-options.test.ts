import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerFields } from '../../src/gateway.ts';
import { EMBEDDED } from '../support/backend.ts';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
const answers: AnswerFields[] = [];
const logged: { fields: Record<string, unknown>; message: string }[] = [];
const keep = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message });

beforeAll(async () => {
  api = await startRestFixtures({
    onAnswer: (fields) => void answers.push(fields),
    log: { info: keep, warn: keep, error: keep },
  });
  if (!EMBEDDED) return;
  const [database] = await api.owner<{ name: string }[]>`select current_database() as name`;
  const role = `alter role authenticator in database "${database?.name}"`;
  await api.owner.unsafe(`
    ${role} set pgrst.db_max_rows = '3'; ${role} set pgrst.db_aggregates_enabled = 'true';
    ${role} set pgrst.db_tx_end = 'commit-allow-override';
    notify pgrst, 'reload config'`);
  await vi.waitUntil(
    async () => (await api.anon.from('conf_products').select('id')).data?.length === 3,
    60_000,
  );
});
afterAll(() => api?.close());

describe.runIf(EMBEDDED)('aggregates, where they are allowed', () => {
  it('work on all rows', async () => {
    const { data } = await api.anon
      .from('conf_products')
      .select('count(),price.sum(),low:price.min(),price.max()::text,stock.avg()::int');
    expect(data).toEqual([{ count: 5, sum: 129.74, low: 7.25, max: '99.99', avg: 2 }]);
  });

  it('group by the other selected columns', async () => {
    const { data } = await api.anon
      .from('conf_products')
      .select('maker_id,products:id.count()')
      .order('maker_id', { nullsFirst: false });
    expect(data).toEqual([
      { maker_id: 1, products: 2 },
      { maker_id: 2, products: 2 },
      { maker_id: null, products: 1 },
    ]);
  });

  it('work in groups of embedded rows, and in embedded resources', async () => {
    const grouped = await api.anon
      .from('conf_products')
      .select('conf_makers(name),price.sum()')
      .not('maker_id', 'is', null)
      .order('maker_id');
    expect(grouped.error).toMatchObject({ code: '42803' });
    const by = await api.anon.from('conf_products').select('conf_makers(name),price.max()').eq('maker_id', 1);
    expect(by.data).toEqual([{ conf_makers: { name: 'Acme' }, max: 12 }]);
    const inside = await api.anon.from('conf_makers').select('name,conf_products(count())').order('id');
    expect(inside.data).toEqual([
      { name: 'Acme', conf_products: [{ count: 2 }] },
      { name: 'Bits', conf_products: [{ count: 2 }] },
      { name: 'Crates', conf_products: [{ count: 0 }] },
    ]);
  });

  it('work beside spread resources, by whose columns they group', async () => {
    const { data } = await api.anon
      .from('conf_products')
      .select('...conf_makers(maker:id,name),id.count()')
      .not('maker_id', 'is', null);
    expect(data).toEqual(
      expect.arrayContaining([
        { maker: 1, name: 'Acme', count: 2 },
        { maker: 2, name: 'Bits', count: 2 },
      ]),
    );
  });

  it('are not allowed for spread resources', async () => {
    const { error } = await api.anon.from('conf_makers').select('...conf_products(price.sum())');
    expect(error).toMatchObject({ code: 'PGRST127' });
  });
});

describe.runIf(EMBEDDED)('a page size', () => {
  it('limits responses, embedded resources and functions, but not the count', async () => {
    const all = await api.anon.from('conf_products').select('id', { count: 'exact' }).order('id');
    expect(all).toMatchObject({ count: 5, status: 206, data: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect((await api.anon.from('conf_products').select('id').limit(100)).data).toHaveLength(3);
    expect((await api.anon.rpc('conf_names')).data).toHaveLength(3);
    const rest = await api.anon.from('conf_products').select('id').order('id').range(3, 99);
    expect(rest.data).toEqual([{ id: 4 }, { id: 5 }]);
  });

  it('makes an estimated count an estimate beyond that number of rows', async () => {
    const { count } = await api.anon.from('conf_products').select('id', { count: 'estimated' });
    expect(count).toBeGreaterThanOrEqual(4);
  });

  it('does not limit the rows a change returns', async () => {
    const { data } = await api.anon.from('conf_products').update({ note: 'x' }).gt('id', 0).select('id');
    expect(data).toHaveLength(5);
  });
});

describe.runIf(EMBEDDED)('tx=rollback, where it is allowed', () => {
  it('answers as if committed, and leaves nothing', async () => {
    const prefer = 'tx=rollback, return=representation';
    const response = await api.send('POST', '/conf_pairs?select=a', { a: 8, b: 8 }, { prefer });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual([{ a: 8 }]);
    expect(response.headers.get('preference-applied')).toContain('tx=rollback');
    expect(await api.owner`select from public.conf_pairs where a = 8`).toHaveLength(0);
  });
});

describe.runIf(EMBEDDED)('what the caller’s callbacks receive', () => {
  it('is each answer with its role and status, without query or token', async () => {
    answers.length = 0;
    await api.service.from('conf_products').select('id').eq('name', 'private@example.com');
    expect(answers).toEqual([
      {
        requestId: expect.any(String),
        method: 'GET',
        path: '/rest/v1/conf_products',
        status: 200,
        role: 'service_role',
        milliseconds: expect.any(Number),
      },
    ]);
  });

  it('is the error, without the database’s message', async () => {
    logged.length = 0;
    await api.anon.rpc('conf_raise', { kind: 'broken' });
    expect(logged).toEqual([
      {
        fields: { requestId: expect.any(String), path: '/rpc/conf_raise', code: 'PGRST121' },
        message: 'a request failed in the database',
      },
    ]);
  });
});
