import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from './errors.ts';
import { parseCsv, parseQueryString } from './read-request.ts';
import type { Condition } from './syntax.ts';

const encode = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();
const conditions = (query: string): Condition[] =>
  parseQueryString(query).conditions.map(({ value }) => value);
const filter = (operation: object, negated = false) => ({
  kind: 'filter',
  field: { name: 'a', path: [] },
  negated,
  operation,
});

describe('filters', () => {
  const cases: [string, object][] = [
    ['eq.5', filter({ operator: 'eq', value: '5' })],
    ['eq.', filter({ operator: 'eq', value: '' })],
    ['eq.a.b,c)', filter({ operator: 'eq', value: 'a.b,c)' })],
    ['not.eq.5', filter({ operator: 'eq', value: '5' }, true)],
    ['like.*x*', filter({ operator: 'like', value: '%x%' })],
    ['ilike(any).{a*,b}', filter({ operator: 'ilike', quantifier: 'any', value: '{a%,b}' })],
    ['match.^a*$', filter({ operator: 'match', value: '^a*$' })],
    ['in.(1,2)', filter({ operator: 'in', value: '{"1","2"}' })],
    ['in.("a,b","c""d",e)', filter({ operator: 'in', value: '{"a,b","\\"c\\"\\"d\\"","e"}' })],
    ['in.("a\\"b","c\\\\d")', filter({ operator: 'in', value: '{"a\\"b","c\\\\d"}' })],
    ['in.()', filter({ operator: 'in', value: '{}' })],
    ['is.NULL', filter({ operator: 'is', operand: 'null' })],
    ['is.not_null', filter({ operator: 'is', operand: 'not_null' })],
    ['isdistinct.x', filter({ operator: 'isdistinct', value: 'x' })],
    ['fts(english).cat', filter({ operator: 'fts', language: 'english', value: 'cat' })],
    ['wfts.cat -dog', filter({ operator: 'wfts', value: 'cat -dog' })],
    ['cs.{a,b}', filter({ operator: 'cs', value: '{a,b}' })],
    ['nxr.[1,2)', filter({ operator: 'nxr', value: '[1,2)' })],
  ];
  for (const [text, condition] of cases) {
    it(`reads ${text}`, () => {
      expect(parseQueryString(encode([['a', text]])).conditions).toEqual([{ path: [], value: condition }]);
    });
  }

  for (const text of [
    '5',
    'equals.5',
    'eq',
    'eq(some).1',
    'neq(any).1',
    'in.1,2',
    'in.(1',
    'in.(1)x',
    'is.maybe',
    'is.nullx',
    'not.5',
    'fts().x',
    'not.not.eq.1',
  ]) {
    it(`refuses ${text}`, () => {
      expect(() => parseQueryString(encode([['a', text]]))).toThrow(RestError);
    });
  }

  it('belong to embedded resources by the path before the column', () => {
    const [placed] = parseQueryString(encode([['b.c.a->x->>0', 'eq.1']])).conditions;
    expect(placed?.path).toEqual(['b', 'c']);
    expect(placed?.value).toMatchObject({ field: { name: 'a', path: [{ operand: 'x' }, { operand: 0 }] } });
  });

  it('are arguments if they are not filters and the request calls a function', () => {
    const parsed = parseQueryString('a=5&b=eq.1&c=in.stock&select=x', true);
    expect(parsed.args).toEqual([
      ['a', '5'],
      ['c', 'in.stock'],
    ]);
    expect(parsed.conditions).toEqual([
      { path: [], value: { ...filter({ operator: 'eq', value: '1' }), field: { name: 'b', path: [] } } },
    ]);
  });
});

describe('logic', () => {
  it('is a tree', () => {
    expect(conditions('or=(a.eq.1,not.and(a.gt.2,a.not.in.(3,4)))')).toEqual([
      {
        kind: 'or',
        negated: false,
        members: [
          filter({ operator: 'eq', value: '1' }),
          {
            kind: 'and',
            negated: true,
            members: [
              filter({ operator: 'gt', value: '2' }),
              filter({ operator: 'in', value: '{"3","4"}' }, true),
            ],
          },
        ],
      },
    ]);
  });

  it('may be negated and belong to an embedded resource', () => {
    const [placed] = parseQueryString('b.not.or=(a.eq.1)').conditions;
    expect(placed).toMatchObject({ path: ['b'], value: { kind: 'or', negated: true } });
  });

  it('accepts quoted values, arrays, and columns named like its keywords', () => {
    const [group] = conditions(encode([['or', '(a.eq."x,(y)",a.cs.{1,2},and.eq.3,or.is.null)']]));
    expect(group).toMatchObject({
      members: [
        { operation: { value: 'x,(y)' } },
        { operation: { value: '{1,2}' } },
        { field: { name: 'and' }, operation: { value: '3' } },
        { field: { name: 'or' }, operation: { operator: 'is' } },
      ],
    });
  });
});

describe('other parameters', () => {
  it('are windows, by resource', () => {
    const { windows } = parseQueryString('limit=5&offset=2&b.limit=1&b.offset=-3&c.limit=x');
    expect([...windows]).toEqual([
      ['', { limit: 5, offset: 2 }],
      ['b', { limit: 1, offset: 0 }],
    ]);
  });

  it('are orders, by resource', () => {
    const { orders } = parseQueryString('order=a.desc.nullslast,b(c).asc&b.order=d.nullsfirst');
    expect(orders).toEqual([
      {
        path: [],
        value: [
          { relation: undefined, field: { name: 'a', path: [] }, direction: 'desc', nulls: 'last' },
          { relation: 'b', field: { name: 'c', path: [] }, direction: 'asc', nulls: undefined },
        ],
      },
      {
        path: ['b'],
        value: [
          { relation: undefined, field: { name: 'd', path: [] }, direction: undefined, nulls: 'first' },
        ],
      },
    ]);
  });

  it('are columns, each once', () => {
    expect(parseQueryString('columns=a,"b,c",a').columns).toEqual(['a', 'b,c']);
  });

  it('do not include the API key', () => {
    expect(parseQueryString('apikey=sb_publishable_x&a=eq.1').conditions).toHaveLength(1);
  });

  it('either parse or are refused: nothing else is thrown', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      'eq',
      'or',
      '(',
      ')',
      ',',
      '"',
      '->',
      '0',
      'not',
      'order',
      '{',
      '}',
      '\\',
      '%',
      '=',
      '&',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseQueryString(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('are limited in number', () => {
    const many = (count: number, text: string) => Array(count).fill(text);
    expect(() => parseQueryString(many(301, 'a=eq.1').join('&'))).toThrow('Too many parameters');
    expect(() => parseQueryString(`a=in.(${many(5_001, '1').join(',')})`)).toThrow(
      'Too many values in a list',
    );
    expect(() => parseQueryString(`or=(${many(501, 'a.eq.1').join(',')})`)).toThrow('Too many conditions');
    expect(() => parseQueryString(`or=${'(or'.repeat(25)}(a.eq.1)${')'.repeat(25)}`)).toThrow(
      'Too many nested',
    );
  });
});

describe('a body of CSV', () => {
  it('becomes rows under the names of its first line', () => {
    const rows = [
      { a: '1', b: 'x' },
      { a: '2', b: '' },
    ];
    expect(parseCsv('a,b\n1,x\n2,\n')).toEqual(rows);
    expect(parseCsv('a,b\r\n1,x\r\n2,\r\n')).toEqual(rows);
  });

  it('reads quotes, and NULL as null', () => {
    expect(parseCsv('a,"b c"\n"x, ""y""\nz",NULL\n"NULL",""')).toEqual([
      { a: 'x, "y"\nz', 'b c': null },
      { a: null, 'b c': '' },
    ]);
  });

  it('may have one column whose value is empty', () => {
    expect(parseCsv('a\n""\nx')).toEqual([{ a: '' }, { a: 'x' }]);
  });

  it('is refused when lines differ in length or quotes do not close', () => {
    expect(() => parseCsv('a,b\n1\n')).toThrow('All lines must have same number of fields');
    expect(() => parseCsv('a\n"x\n')).toThrow('Empty or invalid csv');
    expect(() => parseCsv('')).toThrow('Empty or invalid csv');
  });

  it('round-trips any values written in quotes', () => {
    const cell = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const line = (cells: string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        const csv = [line(['one', 'two']), ...rows.map(line)].join('\n');
        expect(parseCsv(csv)).toEqual(rows.map(([one, two]) => ({ one, two })));
      }),
    );
  });
});
