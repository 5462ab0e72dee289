import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from './ast.ts';
import { RestError } from './errors.ts';
import { parseQueryString } from './query-string.ts';

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
  const cases: [string, object, string[]][] = [
    ['eq.5', filter({ operator: 'eq', quantifier: undefined, slot: 0 }), ['5']],
    ['eq.', filter({ operator: 'eq', quantifier: undefined, slot: 0 }), ['']],
    ['eq.a.b,c)', filter({ operator: 'eq', quantifier: undefined, slot: 0 }), ['a.b,c)']],
    ['not.eq.5', filter({ operator: 'eq', quantifier: undefined, slot: 0 }, true), ['5']],
    ['like.*x*', filter({ operator: 'like', quantifier: undefined, slot: 0 }), ['%x%']],
    ['ilike(any).{a*,b}', filter({ operator: 'ilike', quantifier: 'any', slot: 0 }), ['{a%,b}']],
    ['match.^a*$', filter({ operator: 'match', quantifier: undefined, slot: 0 }), ['^a*$']],
    ['in.(1,2)', filter({ operator: 'in', slot: 0 }), ['{"1","2"}']],
    ['in.("a,b","c""d",e)', filter({ operator: 'in', slot: 0 }), ['{"a,b","\\"c\\"\\"d\\"","e"}']],
    ['in.("a\\"b","c\\\\d")', filter({ operator: 'in', slot: 0 }), ['{"a\\"b","c\\\\d"}']],
    ['in.()', filter({ operator: 'in', slot: 0 }), ['{}']],
    ['is.NULL', filter({ operator: 'is', operand: 'null' }), []],
    ['is.not_null', filter({ operator: 'is', operand: 'not_null' }), []],
    ['isdistinct.x', filter({ operator: 'isdistinct', slot: 0 }), ['x']],
    ['fts(english).cat', filter({ operator: 'fts', language: 0, slot: 1 }), ['english', 'cat']],
    ['wfts.cat -dog', filter({ operator: 'wfts', language: undefined, slot: 0 }), ['cat -dog']],
    ['cs.{a,b}', filter({ operator: 'cs', quantifier: undefined, slot: 0 }), ['{a,b}']],
    ['nxr.[1,2)', filter({ operator: 'nxr', quantifier: undefined, slot: 0 }), ['[1,2)']],
  ];
  for (const [text, condition, values] of cases) {
    it(`reads ${text}`, () => {
      const parsed = parseQueryString(encode([['a', text]]));
      expect(parsed.conditions).toEqual([{ path: [], value: condition }]);
      expect(parsed.values).toEqual(values);
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

  it('are arguments when they are no filters and the request calls a function', () => {
    const parsed = parseQueryString('a=5&b=eq.1&c=in.stock&select=x', true);
    expect(parsed.args).toEqual([
      ['a', '5'],
      ['c', 'in.stock'],
    ]);
    expect(parsed.values).toEqual(['1']);
  });
});

describe('logic', () => {
  it('is a tree', () => {
    expect(conditions('or=(a.eq.1,not.and(a.gt.2,a.not.in.(3,4)))')).toEqual([
      {
        kind: 'or',
        negated: false,
        members: [
          filter({ operator: 'eq', quantifier: undefined, slot: 0 }),
          {
            kind: 'and',
            negated: true,
            members: [
              filter({ operator: 'gt', quantifier: undefined, slot: 1 }),
              filter({ operator: 'in', slot: 2 }, true),
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

  it('takes quoted values, arrays, and columns called like its words', () => {
    const parsed = parseQueryString(encode([['or', '(a.eq."x,(y)",a.cs.{1,2},and.eq.3,or.is.null)']]));
    expect(parsed.values).toEqual(['x,(y)', '{1,2}', '3']);
  });
});

describe('the shape of a query', () => {
  const shape = (query: string) => parseQueryString(query).shape;

  it('is the same for other values', () => {
    expect(shape('a=eq.1&or=(b.gt.2,c.in.(3,4))&limit=5')).toBe(shape('a=eq.9&or=(b.gt.7,c.in.(1))&limit=6'));
  });

  it('differs when anything but a value does', () => {
    const queries = [
      'a=eq.1',
      'b=eq.1',
      'a=neq.1',
      'a=not.eq.1',
      'a=eq(any).1',
      'a=is.null',
      'a=is.true',
      'a=fts.1',
      'a=fts(x).1',
      'b.a=eq.1',
      'a->x=eq.1',
      'a->0=eq.1',
      'a->"0"=eq.1',
      'or=(a.eq.1)',
      'and=(a.eq.1)',
      'not.or=(a.eq.1)',
      'or=(a.eq.1,a.eq.1)',
      'a=eq.1&a=eq.1',
      'a=eq.1&order=a',
      'a=eq.1&order=a.desc',
      'a=eq.1&b.order=a',
      'a=eq.1&select=a',
      'a=eq.1&select=a,b',
      'a=eq.1&columns=a',
      'a=eq.1&columns=a,b',
      'a=eq.1&columns="a,b"',
      'a=eq.1&on_conflict=a',
    ];
    expect(new Set(queries.map(shape)).size).toBe(queries.length);
  });

  it('has as many values for one shape, whatever they are', () => {
    const value = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [first, second] = [one, other].map((text) =>
          parseQueryString(
            encode([
              ['a', `eq.${text}`],
              ['b', `like.${text}`],
            ]),
          ),
        );
        expect(first?.shape).toBe(second?.shape);
        expect(first?.values).toHaveLength(2);
      }),
    );
  });

  it('of two different lists of parameters is never the same by the way they are written', () => {
    const word = fc.stringMatching(/^[a-z0-9:,;()"0-9]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), fc.array(word, { maxLength: 4 }), (one, other) => {
        const shapes = [one, other].map((names) => {
          try {
            return shape(encode(names.map((name) => [`"${name.replaceAll('"', '\\"')}"`, 'eq.1'])));
          } catch {
            return undefined;
          }
        });
        if (shapes[0] !== undefined && shapes[0] === shapes[1]) expect(one).toEqual(other);
      }),
      { numRuns: 2_000 },
    );
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

  it('either make sense or are refused: nothing else is thrown', () => {
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
