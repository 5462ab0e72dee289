import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products').select('id').order('id');
const makers = () => api.anon.from('conf_makers').select('id').order('id');
const ids = async (query: PromiseLike<{ data: { id: unknown }[] | null; error: unknown }>) => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data?.map(({ id }) => id);
};
/** The ids that a raw query string finds. */
const found = async (table: string, query: string) => {
  const response = await api.request(`/${table}?select=id&order=id&${query}`);
  const body = await response.json();
  return response.ok ? body.map(({ id }: { id: number }) => id) : body;
};

describe('comparisons', () => {
  it('are made by eq, neq, gt, gte, lt and lte', async () => {
    expect(await ids(products().eq('id', 2))).toEqual([2]);
    expect(await ids(products().neq('id', 2))).toEqual([1, 3, 4, 5]);
    expect(await ids(products().gt('price', 10.5))).toEqual([2, 4]);
    expect(await ids(products().gte('price', 10.5))).toEqual([1, 2, 4]);
    expect(await ids(products().lt('price', 10.5))).toEqual([3]);
    expect(await ids(products().lte('price', 10.5))).toEqual([1, 3]);
  });

  it('compare other types by their own order', async () => {
    expect(await ids(makers().gt('seen', '2026-01-15'))).toEqual([2]);
    expect(await ids(makers().eq('mood', 'wild'))).toEqual([2]);
    expect(await ids(makers().eq('active', true))).toEqual([1]);
  });

  it('take values with commas, quotes, dots and brackets literally', async () => {
    expect(await ids(products().eq('name', 'Gift, wrapped (large)'))).toEqual([4]);
    expect(await ids(products().eq('name', 'Loose "thing"'))).toEqual([5]);
    expect(await ids(products().eq('name', 'eq.1'))).toEqual([]);
  });

  it('find patterns by like and ilike, with % and with *', async () => {
    expect(await ids(products().like('name', '%hat'))).toEqual([1, 2]);
    expect(await ids(products().like('name', 'red%'))).toEqual([]);
    expect(await ids(products().ilike('name', 'red%'))).toEqual([1]);
    expect(await found('conf_products', 'name=like.*cat*')).toEqual([3]);
  });

  it('find any or all of several patterns', async () => {
    expect(await ids(products().likeAnyOf('name', ['Red%', '%mug']))).toEqual([1, 3]);
    expect(await ids(products().ilikeAllOf('name', ['%H%', 'blue%']))).toEqual([2]);
    expect(await found('conf_products', 'id=eq(any).{1,4}')).toEqual([1, 4]);
    expect(await found('conf_products', 'price=gt(all).{8,11}')).toEqual([2, 4]);
  });

  it('find regular expressions by match and imatch', async () => {
    const matching = (operator: string, pattern: string) =>
      ids(api.service.from('conf_products').select('id').filter('name', operator, pattern).order('id'));
    expect(await matching('match', '^(Red|Blue)')).toEqual([1, 2]);
    expect(await matching('match', '^red')).toEqual([]);
    expect(await matching('imatch', '^red')).toEqual([1]);
    const unclosed = await api.service.from('conf_products').select().filter('name', 'match', '(');
    expect([unclosed.status, unclosed.error?.code]).toEqual([400, '2201B']);
  });

  it('support null, not null, true, false and unknown', async () => {
    expect(await ids(products().is('price', null))).toEqual([5]);
    expect(await ids(products().not('price', 'is', null))).toEqual([1, 2, 3, 4]);
    expect(await found('conf_products', 'price=is.not_null')).toEqual([1, 2, 3, 4]);
    expect(await ids(makers().is('active', true))).toEqual([1]);
    expect(await ids(makers().is('active', false))).toEqual([2]);
    expect(await found('conf_makers', 'active=is.unknown')).toEqual([3]);
  });

  it('distinguish null from values by isdistinct', async () => {
    expect(await found('conf_makers', 'country=isdistinct.US')).toEqual([2, 3]);
  });

  it('find values in a list, with quoted values, and none in an empty list', async () => {
    expect(await ids(products().in('id', [1, 3, 99]))).toEqual([1, 3]);
    expect(await ids(products().in('name', ['Gift, wrapped (large)', 'Red hat']))).toEqual([1, 4]);
    expect(await found('conf_products', `name=in.(${encodeURIComponent('"Loose \\"thing\\""')})`)).toEqual([
      5,
    ]);
    expect(await found('conf_products', 'id=in.()')).toEqual([]);
    expect(await found('conf_products', 'id=in.(%20%20)')).toEqual([]);
  });

  it('exclude a list by notIn', async () => {
    expect(await found('conf_products', 'id=not.in.(1,2)')).toEqual([3, 4, 5]);
  });
});

describe('arrays, ranges and JSON', () => {
  it('arrays contain, are contained and overlap', async () => {
    expect(await ids(makers().contains('tags', ['old']))).toEqual([1]);
    expect(await ids(makers().containedBy('tags', ['new', 'x']))).toEqual([2, 3]);
    expect(await ids(makers().overlaps('tags', ['famous', 'new']))).toEqual([1, 2]);
  });

  it('JSON contains other JSON', async () => {
    expect(await ids(makers().contains('meta', { size: 'small' }))).toEqual([2]);
    expect(await ids(makers().contains('meta', { staff: { names: ['Bob'] } }))).toEqual([1]);
  });

  it('steps into JSON are compared', async () => {
    expect(await ids(makers().eq('meta->>size', 'big'))).toEqual([1]);
    expect(await ids(makers().eq('meta->staff->count', 2))).toEqual([2]);
    expect(await found('conf_makers', 'meta->staff->count=gt.5')).toEqual([1]);
  });

  it('ranges are compared', async () => {
    expect(await ids(products().overlaps('sizes', '[4,6)'))).toEqual([1, 2]);
    expect(await ids(products().contains('sizes', '[3,4]'))).toEqual([1, 2]);
    expect(await ids(products().containedBy('sizes', '[0,10)'))).toEqual([1, 2]);
    expect(await ids(products().rangeLt('sizes', '[10,12)'))).toEqual([1, 2]);
    expect(await ids(products().rangeGt('sizes', '[9,12)'))).toEqual([3]);
    expect(await ids(products().rangeGte('sizes', '[3,4)'))).toEqual([2, 3]);
    expect(await ids(products().rangeLte('sizes', '[1,9)'))).toEqual([1, 2]);
    expect(await ids(products().rangeAdjacent('sizes', '[5,7)'))).toEqual([1]);
  });
});

describe('full text', () => {
  it('searches by every kind of query', async () => {
    expect(await ids(products().textSearch('search', "'cat' & 'mug'"))).toEqual([3]);
    expect(await ids(products().textSearch('search', 'green cat', { type: 'plain' }))).toEqual([3]);
    expect(await ids(products().textSearch('search', 'cat green', { type: 'phrase' }))).toEqual([]);
    expect(await ids(products().textSearch('search', 'hat -blue', { type: 'websearch' }))).toEqual([1]);
  });

  it('searches in a language, also in plain text', async () => {
    expect(await ids(products().textSearch('search', 'hats', { config: 'english' }))).toEqual([1, 2]);
    expect(await ids(products().textSearch('name', 'hats', { config: 'english' }))).toEqual([1, 2]);
    expect(await ids(products().textSearch('name', 'hats', { config: 'simple' }))).toEqual([]);
  });

  it('says what is wrong with a query', async () => {
    const { error, status } = await products().textSearch('search', 'a & & b');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '42601' });
  });
});

describe('logic', () => {
  it('joins filters by or, and, not and trees of them', async () => {
    expect(await ids(products().or('id.eq.1,id.eq.4'))).toEqual([1, 4]);
    expect(await ids(products().or('id.eq.1,and(price.gt.10,name.not.ilike.*hat*)'))).toEqual([1, 4]);
    expect(await found('conf_products', 'and=(id.gt.1,id.lt.4)')).toEqual([2, 3]);
    expect(await found('conf_products', 'not.or=(id.eq.1,id.eq.2)')).toEqual([3, 4, 5]);
    expect(await found('conf_products', 'or=(not.and(id.gt.1,id.lt.5),id.eq.3)')).toEqual([1, 3, 5]);
  });

  it('takes lists, quotes and arrays inside', async () => {
    expect(await ids(products().or('id.in.(1,2),name.eq."Gift, wrapped (large)"'))).toEqual([1, 2, 4]);
    expect(await ids(makers().or('tags.cs.{old},tags.cs.{new}'))).toEqual([1, 2]);
    expect(await ids(makers().or('meta->>size.eq.big,country.is.null'))).toEqual([1, 3]);
  });

  it('joins several filters on one column', async () => {
    expect(await ids(products().gt('id', 1).lt('id', 4).not('id', 'eq', 3))).toEqual([2]);
  });

  it('matches an object of columns', async () => {
    expect(await ids(products().match({ maker_id: 1, stock: 3 }))).toEqual([1]);
  });
});

describe('an impossible filter is refused', () => {
  const cases: [string, string, number, Record<string, unknown>][] = [
    ['an operator that does not exist', 'id=is_equal.1', 400, { code: 'PGRST100' }],
    [
      'no operator',
      'id=1',
      400,
      { code: 'PGRST100', message: '"failed to parse filter (1)" (line 1, column 1)' },
    ],
    ['a column that does not exist', 'nope=eq.1', 400, { code: '42703' }],
    [
      'a value of another type',
      'id=eq.one',
      400,
      { code: '22P02', message: 'invalid input syntax for type integer: "one"' },
    ],
    ['is with anything but its words', 'id=is.5', 400, { code: 'PGRST100' }],
    ['an operator that the type has not', 'id=like.1*', 404, { code: '42883' }],
    ['a number too large', 'id=eq.99999999999', 400, { code: '22003' }],
    ['a regular expression without a user', 'name=match.(.*)', 401, { code: '42501' }],
    ['a regular expression inside of or', 'or=(id.eq.1,name.imatch.x)', 401, { code: '42501' }],
    ['a logic tree without members', 'or=()', 400, { code: 'PGRST100' }],
    ['a resource that is not embedded', 'conf_makers.name=eq.x', 400, { code: 'PGRST108' }],
  ];
  for (const [what, query, status, error] of cases) {
    it(`${what} is answered with ${status} ${error.code}`, async () => {
      const response = await api.request(`/conf_products?${query}`);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject(error);
    });
  }
});
