import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planRead } from './plan.ts';
import { readRequest } from './read-request.ts';
import type { Column, Schema, Table } from './schema.ts';

const column = (name: string): [string, Column] => [name, { name, type: 'text', baseType: 'text' }];
const table = (name: string): Table => ({
  schema: 'public',
  name,
  columns: new Map(['a', 'b', 'x'].map(column)),
  computed: new Map(),
  primaryKey: ['a'],
  insertable: true,
  updatable: true,
  deletable: true,
});
const foreignKey = { kind: 'foreign key', targetIsView: false, constraint: 't_b_fkey' } as const;
const schema: Schema = {
  name: 'public',
  tables: new Map(['t', 'b'].map((name) => [name, table(name)])),
  relationships: new Map([
    ['t', [{ ...foreignKey, cardinality: 'many-to-one', source: 't', target: 'b', columns: [['b', 'a']] }]],
    ['b', [{ ...foreignKey, cardinality: 'one-to-many', source: 'b', target: 't', columns: [['a', 'b']] }]],
  ]),
  routines: new Map(),
  castTypes: new Map(),
};
const config = { schemas: ['public'], maxRows: 1_000, allowAggregates: false, mayRollBack: false };

async function statement(pairs: [string, string][], name = 't') {
  const search = new URLSearchParams(pairs).toString();
  const request = await readRequest(
    new Request('http://localhost'),
    search,
    { name, isCall: false },
    { maxRows: config.maxRows, mayRollBack: false, answerBytes: 1_000_000 },
  );
  return planRead(schema, request, config).statement;
}

it('A statement is the same for all values, which are its parameters', async () => {
  const value = fc.string({ unit: 'binary-ascii' });
  await fc.assert(
    fc.asyncProperty(value, value, fc.nat(), async (one, other, offset) => {
      const read = (text: string) =>
        statement([
          ['a', `eq.${text}`],
          ['or', '(b.not.gt.2,x.in.(3,4),a->k.fts(english).5)'],
          ['x', `isdistinct.${text}`],
          ['offset', String(offset + 1)],
        ]);
      const [first, second] = [await read(one), await read(other)];
      expect(first.text).toBe(second.text);
      const parameters = [one, '2', '{"3","4"}', 'k', 'english', '5', one, String(offset + 1)];
      expect(first.parameters).toEqual(parameters);
    }),
  );
});

it('A statement differs when anything except a value does', async () => {
  const queries = [
    ...['a=eq.1', 'b=eq.1', 'a=neq.1', 'a=not.eq.1', 'a=eq(any).1', 'a=is.null', 'a=is.true', 'a=fts.1'],
    ...['a=fts(x).1', 'a->x=eq.1', 'a->0=eq.1', 'a->>x=eq.1', 'not.or=(a.eq.1)', 'or=(a.eq.1,a.eq.1)'],
    ...['a=eq.1&order=a', 'a=eq.1&order=a.desc', 'a=eq.1&select=a', 'a=eq.1&select=a,b', 'a=eq.1&limit=5'],
    ...['select=*,b(a)', 'select=*,b(a)&b.a=eq.1', 'select=*,b(a)&b.order=a', 'select=*,b!inner(a)'],
  ];
  const texts = await Promise.all(
    queries.map(async (query) => (await statement([...new URLSearchParams(query)])).text),
  );
  expect(new Set(texts).size).toBe(queries.length);
});

it.each(['', 't.limit=5000', 't.offset=2', 't.limit=5000&t.offset=2'])(
  'An embedded list has no more rows than a page, with "%s"',
  async (query) => {
    const { text } = await statement([['select', '*,t(a)'], ...new URLSearchParams(query)], 'b');
    expect(text.match(/limit 1000/g)).toHaveLength(2);
  },
);

it('A request whose conditions exceed PostgreSQL’s number of parameters is refused', async () => {
  const conditions = Array.from({ length: 400 }, (_, n) => `a.eq.${n}`).join(',');
  const groups = Array.from({ length: 5 }, (): [string, string] => ['b.or', `(${conditions})`]);
  const order = Array.from({ length: 50 }, () => 'b(a)').join(',');
  await expect(statement([['select', '*,b(a)'], ['order', order], ...groups])).rejects.toMatchObject({
    status: 400,
    message: 'Too many values',
  });
});
