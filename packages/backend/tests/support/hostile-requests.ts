import fc from 'fast-check';

/** A request that an attacker or a broken client might send. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const words = (text: string) => text.split(/\s+/);

const TABLES = words(`conf_products conf_makers conf_notes conf_hidden conf_labels conf_pairs conf_cheap
  conf_secrets conf_shipments conf_product_labels conf_details`);
const FUNCTIONS = words(`conf_add conf_find conf_names conf_first conf_stats conf_json conf_body conf_sum
  conf_whoami conf_twice conf_over conf_void nope`);
const COLUMNS = words(`id name price maker_id meta tags sizes search owner body word stock seen mood a b value
  ctid xmin tableoid conf_taxed`);
const OPERATORS =
  words(`eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd
  ov sl sr nxr nxl adj not.eq not.in eq(any) like(all) fts(english) fts(nope)`);
const NASTY = [
  "'; drop table conf_notes; --",
  "' or '1'='1",
  '" or ""="',
  '\\',
  "\\'; select 1; --",
  '$1',
  '$$x$$',
  '/* */',
  '-- ',
  '%00',
  '\u0000',
  '\ud83d',
  '%ff%fe',
  '%E0%A4%A',
  '../../etc/passwd',
  '{}',
  '{{{{',
  '{a,b}',
  '(1,2)',
  '[1,5)',
  '("',
  'null',
  'NaN',
  'Infinity',
  '1e999',
  '-1',
  '99999999999999999999',
  'true',
  '2026-02-30',
  'a.b.c',
  '*',
  '->>',
  '::regclass',
  'conf_notes::regclass',
  '…',
  'ünïcødé',
  '\r\nx-injected: 1',
  'constructor',
  '__proto__',
];

const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
/** Mostly valid, so that the rest of the request is tested too. */
const mostly = (right: string, others: readonly string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: oneOf(others) });
const text = fc.oneof(
  { weight: 4, arbitrary: oneOf(NASTY) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  { weight: 2, arbitrary: oneOf(COLUMNS) },
  { weight: 2, arbitrary: fc.integer().map(String) },
);
const table = fc.oneof({ weight: 29, arbitrary: oneOf(TABLES) }, { weight: 1, arbitrary: text });
const column = fc.oneof(
  { weight: 12, arbitrary: oneOf(['id', 'name']) },
  { weight: 6, arbitrary: oneOf(COLUMNS) },
  { weight: 1, arbitrary: text },
);
const field = fc
  .tuple(column, mostly('', ['->x', '->>0', '->a->>b', '->-1', '::text', '::int', '::regclass', '.sum()']))
  .map((parts) => parts.join(''));

const select = fc.letrec<{ items: string; item: string }>((tie) => ({
  items: fc.array(tie('item'), { minLength: 0, maxLength: 4 }).map((items) => items.join(',')),
  item: fc.oneof(
    { maxDepth: 9, depthIdentifier: 'select' },
    field,
    oneOf(['*', 'count()', 'x:id', '', 'id:', '"', '"id"']),
    fc
      .tuple(
        oneOf(['', '', 'x:', '...', '......']),
        table,
        oneOf(['', '', '!inner', '!left', '!conf_makers', '!maker_id', '!']),
        tie('items'),
      )
      .map(([before, name, hint, items]) => `${before}${name}${hint}(${items})`),
  ),
})).items;

const operand = fc.oneof(text, oneOf(['1', '2', '(1,2)', 'null', 'hat', '{1,2}', '*a*']));
const value = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: oneOf(OPERATORS) }, { weight: 1, arbitrary: text }), operand)
  .map((parts) => parts.join('.'));
const logic = fc.letrec<{ group: string; member: string }>((tie) => ({
  group: fc.array(tie('member'), { maxLength: 4 }).map((members) => `(${members.join(',')})`),
  member: fc.oneof(
    { maxDepth: 6 },
    fc.tuple(field, value).map((parts) => parts.join('.')),
    fc.tuple(oneOf(['and', 'or', 'not.and', 'not.or', 'xor']), tie('group')).map((parts) => parts.join('')),
  ),
})).group;

const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant('select'), select),
  fc.tuple(column, value),
  fc.tuple(column, value),
  fc.tuple(
    fc.tuple(table, column).map((parts) => parts.join('.')),
    value,
  ),
  fc.tuple(oneOf(['or', 'and', 'not.or', 'conf_makers.or']), logic),
  fc.tuple(
    oneOf(['order', 'conf_makers.order', 'conf_products.order']),
    fc.tuple(field, oneOf(['', '.asc', '.desc.nullslast', '.up', '(id)'])).map((parts) => parts.join('')),
  ),
  fc.tuple(oneOf(['limit', 'offset', 'conf_products.limit', 'nope.offset']), text),
  fc.tuple(
    oneOf(['columns', 'on_conflict']),
    fc.array(column, { maxLength: 3 }).map((names) => names.join(',')),
  ),
  fc.tuple(text, text),
);

const query = fc
  .array(parameter, { maxLength: 5 })
  .map((pairs) => pairs.map(([name, content]) => `${encoded(name)}=${encoded(content)}`).join('&'));

const path = fc.oneof(
  { weight: 8, arbitrary: table.map((name) => `/${encoded(name)}`) },
  { weight: 3, arbitrary: oneOf(FUNCTIONS).map((name) => `/rpc/${name}`) },
  { weight: 1, arbitrary: text.map((name) => `/${encoded(name)}/${encoded(name)}`) },
);

const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .array(fc.dictionary(column, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), { maxLength: 3 })
    .map((rows) => JSON.stringify(rows)),
  fc.dictionary(column, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }).map((row) => JSON.stringify(row)),
  text,
);

const headers = fc.record(
  {
    prefer: oneOf([
      'return=representation',
      'return=headers-only',
      'count=exact',
      'count=planned',
      'count=estimated',
      'resolution=merge-duplicates',
      'missing=default,return=representation',
      'handling=strict,max-affected=1',
      'tx=rollback',
      'timezone=Nowhere/Town',
      ',,,==',
      'constructor=x, __proto__=y',
      'handling=strict,x',
    ]),
    accept: mostly('application/json', [
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'image/png',
      ';;;',
      '*/*;q=x',
    ]),
    range: mostly('0-1', ['5-2', '-', '0-', '99999999999999999999-', 'bytes=0-1', 'items=0-0']),
    'content-type': mostly('application/json', [
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/octet-stream',
      'multipart/form-data',
      '',
    ]),
    'accept-profile': mostly('public', ['auth', 'pg_catalog', '"']),
    'content-profile': mostly('public', ['storage']),
  },
  { requiredKeys: [] },
);

const hostile: fc.Arbitrary<HostileRequest> = fc.record({
  method: oneOf(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']),
  path: fc.tuple(path, query).map(([name, parameters]) => `${name}?${parameters}`),
  headers,
  body: json,
});

/** Half of the texts are escaped as by a client, half are sent raw. */
function encoded(content: string): string {
  return content.length % 2 === 0
    ? encodeURIComponent(content.toWellFormed())
    : content.replaceAll(/[^\x21-\x7e]|[#?&=]/gu, (letter) => encodeURIComponent(letter.toWellFormed()));
}

/** Deterministic for a seed. */
export function hostileRequests(count: number, seed: number): HostileRequest[] {
  return fc.sample(hostile, { numRuns: count, seed }).map((request) => ({
    ...request,
    body: request.method === 'GET' || request.method === 'HEAD' ? undefined : request.body,
  }));
}
