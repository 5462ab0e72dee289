import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from './errors.ts';
import { parseSelect } from './parse.ts';
import type { SelectItem } from './syntax.ts';

const field = (name: string, more: Partial<Extract<SelectItem, { kind: 'field' }>> = {}): SelectItem => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  ...more,
});
const relation = (name: string, items: SelectItem[], more: object = {}): SelectItem => ({
  kind: 'relation',
  name,
  alias: undefined,
  hint: undefined,
  join: 'left',
  spread: false,
  items,
  ...more,
});

describe('a select parameter', () => {
  const cases: [string, SelectItem[]][] = [
    ['', []],
    ['*', [field('*')]],
    [' id , name ', [field('id'), field('name')]],
    ['a:b', [field('b', { alias: 'a' })]],
    ['b::text', [field('b', { cast: 'text' })]],
    ['a:b::double precision', [field('b', { alias: 'a', cast: 'double precision' })]],
    ['"odd, name"', [field('odd, name')]],
    ['"a\\"b\\\\c"', [field('a"b\\c')]],
    ['first-second', [field('first-second')]],
    ['größe_1$', [field('größe_1$')]],
    ['price.sum()', [field('price', { aggregate: 'sum' })]],
    [
      'total:price::int.avg()::text',
      [field('price', { alias: 'total', cast: 'int', aggregate: 'avg', aggregateCast: 'text' })],
    ],
    ['count()', [field('*', { aggregate: 'count' })]],
    ['n:count()::int', [field('*', { alias: 'n', aggregate: 'count', aggregateCast: 'int' })]],
    ['count', [field('count')]],
    ['b(c)', [relation('b', [field('c')])]],
    ['b()', [relation('b', [])]],
    [
      'a:b!hint!inner(*,c(d))',
      [relation('b', [field('*'), relation('c', [field('d')])], { alias: 'a', hint: 'hint', join: 'inner' })],
    ],
    ['b!inner!hint(c)', [relation('b', [field('c')], { hint: 'hint', join: 'inner' })]],
    ['b!left(c)', [relation('b', [field('c')])]],
    ['...b(c)', [relation('b', [field('c')], { spread: true })]],
    [
      'x:a->b->>0->"c d"->-2',
      [
        field('a', {
          alias: 'x',
          field: {
            name: 'a',
            path: [
              { arrow: '->', operand: 'b' },
              { arrow: '->>', operand: 0 },
              { arrow: '->', operand: 'c d' },
              { arrow: '->', operand: -2 },
            ],
          },
        }),
      ],
    ],
  ];
  for (const [text, items] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(parseSelect(text)).toEqual(items);
    });
  }

  for (const text of [
    'a,',
    ',a',
    'a(',
    'a(b',
    'a!(',
    'a:',
    'a::',
    ':a',
    '"a',
    'a.max',
    'a.sum(',
    'a->',
    '*a',
    '...a',
  ]) {
    it(`refuses ${JSON.stringify(text)} with PGRST100`, () => {
      expect(() => parseSelect(text)).toThrow(RestError);
      expect(() => parseSelect(text)).toThrow(/^"failed to parse select parameter/);
    });
  }

  it('ignores text after an unmatched closing bracket', () => {
    expect(parseSelect('a,b)c,d')).toEqual(parseSelect('a,b'));
  });

  it('reads any quoted text as a name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        const quoted = `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
        expect(parseSelect(`x,${quoted},y`)).toEqual([field('x'), field(name), field('y')]);
      }),
    );
  });

  it('either parses a text or rejects it, and never hangs or crashes', () => {
    const letters = fc.constantFrom(...'ab*(),.:!->"\\ 0', '->>', '::', '...', '!inner', 'count()');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
        try {
          expect(Array.isArray(parseSelect(parts.join('')))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
