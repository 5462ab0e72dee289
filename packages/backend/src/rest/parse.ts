import { RestError, tooMany } from './errors.ts';
import {
  type AggregateName,
  COMPARISONS,
  type Condition,
  type Filter,
  IS_OPERANDS,
  type LogicGroup,
  type Operation,
  type OrderTerm,
  parseField,
  parseJsonPath,
  Scanner,
  type SelectField,
  type SelectItem,
  type SelectRelation,
  TEXT_SEARCHES,
} from './syntax.ts';

const MAX_EMBED_DEPTH = 8;
const MAX_EMBEDS = 32;
const MAX_ITEMS = 500;

const AGGREGATES: readonly AggregateName[] = ['sum', 'avg', 'count', 'max', 'min'];

const STAR: SelectField = { kind: 'field', field: { name: '*', path: [] } };

/**
 * Parses `select=id,price::text,name:title,details->>size,category(name),...shop!inner(city)`. Like PostgREST, ignores
 * text after an unmatched closing bracket.
 * @throws RestError PGRST100 for a syntax error, nesting deeper than 8 or more than 32 embeds
 */
export function parseSelect(text: string): SelectItem[] {
  return parseItems(new Scanner(text, 'select parameter'), { items: 0, embeds: 0 }, 0);
}

type Counts = { items: number; embeds: number };

function parseItems(scanner: Scanner, counts: Counts, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  scanner.skipSpace();
  if (scanner.ended || scanner.sees(')')) return items;
  do {
    counts.items += 1;
    if (counts.items > MAX_ITEMS) throw tooMany('selected items', MAX_ITEMS);
    scanner.skipSpace();
    items.push(parseItem(scanner, counts, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  return items;
}

function parseItem(scanner: Scanner, counts: Counts, depth: number): SelectItem {
  if (scanner.take('...')) {
    return parseRelation(scanner, counts, depth, { name: scanner.name(), alias: undefined, spread: true });
  }
  if (scanner.take('*')) {
    atEnd(scanner);
    return STAR;
  }
  let name = scanner.name();
  let alias: string | undefined;
  if (scanner.sees(':') && !scanner.sees('::')) {
    scanner.expect(':');
    alias = name;
    scanner.skipSpace();
    name = scanner.name();
  }
  if (name === 'count' && scanner.take('()')) return countOfRows(scanner, alias);
  if (scanner.sees('!') || scanner.sees('(')) {
    return parseRelation(scanner, counts, depth, { name, alias, spread: false });
  }
  return parseFieldItem(scanner, name, alias);
}

function parseRelation(
  scanner: Scanner,
  counts: Counts,
  depth: number,
  named: Pick<SelectRelation, 'name' | 'alias' | 'spread'>,
): SelectRelation {
  if (depth === MAX_EMBED_DEPTH) {
    throw new RestError(
      400,
      'PGRST100',
      'Embedded resources are nested too deeply',
      `At most ${MAX_EMBED_DEPTH} levels`,
    );
  }
  counts.embeds += 1;
  if (counts.embeds > MAX_EMBEDS) throw tooMany('embedded resources', MAX_EMBEDS);
  let hint: string | undefined;
  let join: SelectRelation['join'] | undefined;
  for (let parameters = 0; parameters < 2 && scanner.take('!'); parameters += 1) {
    const parameter = scanner.name();
    if (parameter === 'inner' || parameter === 'left') join ??= parameter;
    else hint ??= parameter;
  }
  scanner.expect('(');
  const items = parseItems(scanner, counts, depth + 1);
  scanner.expect(')');
  return { kind: 'relation', ...named, hint, join: join ?? 'left', items };
}

function parseFieldItem(scanner: Scanner, name: string, alias: string | undefined): SelectField {
  const path = parseJsonPath(scanner);
  const cast = scanner.take('::') ? scanner.identifier() : undefined;
  const aggregate = parseAggregate(scanner);
  const aggregateCast = aggregate && scanner.take('::') ? scanner.identifier() : undefined;
  atEnd(scanner);
  return { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast };
}

function parseAggregate(scanner: Scanner): AggregateName | undefined {
  if (!scanner.take('.')) return undefined;
  const aggregateName = AGGREGATES.find((aggregate) => scanner.take(`${aggregate}()`));
  if (!aggregateName) throw scanner.error('"sum", "avg", "count", "max" or "min"');
  return aggregateName;
}

function countOfRows(scanner: Scanner, alias: string | undefined): SelectField {
  const aggregateCast = scanner.take('::') ? scanner.identifier() : undefined;
  atEnd(scanner);
  return { ...STAR, alias, aggregate: 'count', aggregateCast };
}

function atEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.ended && !scanner.sees(',') && !scanner.sees(')')) {
    throw scanner.error('"->", "::", ".", ")", "," or end of input');
  }
}

const MAX_TERMS = 50;

/** Parses `order=price.desc.nullslast,category(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    if (terms.length === MAX_TERMS) throw tooMany('order terms', MAX_TERMS);
    terms.push(parseTerm(scanner));
  } while (scanner.take(','));
  if (!scanner.ended)
    throw scanner.error(terms.at(-1)?.nulls ? '"," or end of input' : 'delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  let field = parseField(scanner);
  let relation: string | undefined;
  if (field.path.length === 0 && scanner.take('(')) {
    relation = field.name;
    field = parseField(scanner);
    scanner.expect(')');
  }
  let direction: OrderTerm['direction'];
  let nulls: OrderTerm['nulls'];
  if (scanner.take('.')) {
    direction = scanner.take('asc') ? 'asc' : scanner.take('desc') ? 'desc' : undefined;
    if (direction === undefined || scanner.take('.')) {
      nulls = scanner.take('nullsfirst') ? 'first' : scanner.take('nullslast') ? 'last' : undefined;
      if (nulls === undefined) {
        throw scanner.error(`${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`);
      }
    }
  }
  scanner.skipSpace();
  return { relation, field, direction, nulls };
}

/** Maximum number of columns that a request names: PostgreSQL's limit for a table. */
export const MAX_COLUMNS = 1_600;

/** Parses `columns=name,"odd, name"`, each name once. */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do {
    if (names.length === MAX_COLUMNS) throw new RestError(400, 'PGRST100', 'Too many columns');
    scanner.skipSpace();
    names.push(scanner.name());
    scanner.skipSpace();
  } while (scanner.take(','));
  if (!scanner.ended) throw scanner.error('"," or end of input');
  return [...new Set(names)];
}

const MAX_LIST_VALUES = 5_000;
const MAX_CONDITIONS = 500;
const MAX_LOGIC_DEPTH = 20;

const QUANTIFIABLE = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);

const GROUP = /(not\.)?(and|or)(?=[ \t]*\()/y;
const WORD = /[A-Za-z_]*/y;
const LIST_ELEMENT = /[^,)]*/y;
const ARRAY_LITERAL = /\{[^{}]*\}/y;

/** Reads a value; its delimiter depends on the context. */
type ReadValue = (scanner: Scanner) => string;

/** Parses `eq.5`, `not.in.(1,2)`, `like(any).{a*,b*}`, `fts(english).cat`, … */
export function parseFilterValue(text: string): Pick<Filter, 'negated' | 'operation'> {
  const scanner = new Scanner(text, 'filter');
  const filter = parseOperation(scanner, ({ position }) => {
    scanner.position = text.length;
    return text.slice(position);
  });
  if (!scanner.ended) throw scanner.error('end of input');
  return filter;
}

/** Parses the value of `and=(…)`, `or=(…)` and their negations. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): LogicGroup {
  const scanner = new Scanner(text, 'logic tree', kind.length + (negated ? 'not.'.length : 0));
  const group = { kind, negated, members: parseMembers(scanner, { conditions: 0 }, 0) };
  if (!scanner.ended) throw scanner.error('end of input');
  return group;
}

function parseMembers(scanner: Scanner, count: { conditions: number }, depth: number): Condition[] {
  if (depth === MAX_LOGIC_DEPTH) throw tooMany('nested logic operators', MAX_LOGIC_DEPTH);
  const members: Condition[] = [];
  scanner.skipSpace();
  scanner.expect('(');
  do {
    count.conditions += 1;
    if (count.conditions > MAX_CONDITIONS) throw tooMany('conditions', MAX_CONDITIONS);
    scanner.skipSpace();
    members.push(parseMember(scanner, count, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpace();
  return members;
}

function parseMember(scanner: Scanner, count: { conditions: number }, depth: number): Condition {
  const group = scanner.match(GROUP);
  if (group !== undefined) {
    return {
      kind: group.endsWith('and') ? 'and' : 'or',
      negated: group.startsWith('not.'),
      members: parseMembers(scanner, count, depth + 1),
    };
  }
  if (scanner.sees(')')) {
    throw scanner.error(
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    );
  }
  const field = parseField(scanner);
  scanner.expect('.');
  return { kind: 'filter', field, ...parseOperation(scanner, readLogicValue) };
}

function parseOperation(scanner: Scanner, readValue: ReadValue): Pick<Filter, 'negated' | 'operation'> {
  const negated = scanner.take('not.');
  const operation = parseWordOperation(scanner, readValue) ?? parseComparison(scanner, readValue);
  if (!operation) {
    throw scanner.error(negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
  }
  return { negated, operation };
}

function parseWordOperation(scanner: Scanner, readValue: ReadValue): Operation | undefined {
  if (scanner.take('in.')) return { operator: 'in', value: arrayLiteral(parseList(scanner)) };
  if (scanner.take('isdistinct.')) return { operator: 'isdistinct', value: readValue(scanner) };
  if (scanner.take('is.')) {
    const start = scanner.position;
    const operand = scanner.match(WORD)?.toLowerCase();
    if (isKey(IS_OPERANDS, operand)) return { operator: 'is', operand };
    scanner.position = start;
    throw scanner.error('isVal: (null, not_null, true, false, unknown)');
  }
  const search = Object.keys(TEXT_SEARCHES).find((name) => scanner.take(name));
  if (!isKey(TEXT_SEARCHES, search)) return undefined;
  let language: string | undefined;
  if (scanner.take('(')) {
    language = scanner.identifier();
    scanner.expect(')');
  }
  scanner.expect('.');
  return { operator: search, language, value: readValue(scanner) };
}

function parseComparison(scanner: Scanner, readValue: ReadValue): Operation | undefined {
  const start = scanner.position;
  const operator = scanner.match(WORD);
  if (isKey(COMPARISONS, operator)) {
    const quantifier = QUANTIFIABLE.has(operator) ? parseQuantifier(scanner) : undefined;
    if (scanner.take('.')) {
      const value = readValue(scanner);
      const isPattern = operator === 'like' || operator === 'ilike';
      return { operator, quantifier, value: isPattern ? value.replaceAll('*', '%') : value };
    }
  }
  scanner.position = start;
  return undefined;
}

function parseQuantifier(scanner: Scanner): 'any' | 'all' | undefined {
  if (scanner.take('(any)')) return 'any';
  return scanner.take('(all)') ? 'all' : undefined;
}

function isKey<T extends object>(table: T, name: string | undefined): name is keyof T & string {
  return name !== undefined && Object.hasOwn(table, name);
}

function parseList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const elements: string[] = [];
  do {
    if (elements.length === MAX_LIST_VALUES) throw tooMany('values in a list', MAX_LIST_VALUES);
    elements.push(readQuoted(scanner) ?? scanner.match(LIST_ELEMENT) ?? '');
  } while (scanner.take(','));
  scanner.skipSpace();
  scanner.expect(')');
  scanner.skipSpace();
  return elements.length === 1 && elements[0] === '' ? [] : elements;
}

function readLogicValue(scanner: Scanner): string {
  return readQuoted(scanner) ?? scanner.match(ARRAY_LITERAL) ?? scanner.match(LIST_ELEMENT) ?? '';
}

/** Quotes must span the whole value: `"a"b` is taken literally. */
function readQuoted(scanner: Scanner): string | undefined {
  if (!scanner.sees('"')) return undefined;
  const start = scanner.position;
  try {
    const value = scanner.quoted();
    if (scanner.ended || scanner.sees(',') || scanner.sees(')')) return value;
  } catch {
    // An unclosed quote is an ordinary character.
  }
  scanner.position = start;
  return undefined;
}

/** PostgreSQL's array syntax; the element type follows from the context. */
function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
