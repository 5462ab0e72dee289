import { LRUCache } from 'lru-cache';
import type { Condition, Filter, LogicGroup, Operation, OrderTerm, Placed, SelectItem, Slot } from './ast.ts';
import { RestError, tooMany } from './errors.ts';
import { parseFilterValue, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import { parseField, Scanner } from './scanner.ts';

/** `limit` and `offset` of a resource. */
export interface RequestedWindow {
  limit: number | undefined;
  offset: number;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  orders: Placed<readonly OrderTerm[]>[];
  /** Filters and logic groups, in the order of the parameters. */
  conditions: Placed<Condition>[];
  /** By dot-separated embed path; '' for the root. */
  windows: Map<string, RequestedWindow>;
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  /** Parameters that are no filters, for functions called by GET. */
  args: [name: string, value: string][];
  /** The values of the slots. */
  values: string[];
  /** The query without its values: queries of one shape share a statement. */
  shape: string;
}

const MAX_PARAMETERS = 300;
const MAX_CACHED = 500;
/** Read by the gateway; not a column. */
const IGNORED = new Set(['apikey']);
const WINDOW_NUMBER = /^-?\d+$/;

const selectCache = new LRUCache<string, SelectItem[]>({ max: MAX_CACHED });
const orderCache = new LRUCache<string, OrderTerm[]>({ max: MAX_CACHED });

/**
 * Parses a query string.
 * @param withArguments whether parameters that are no filters are function arguments
 * @throws RestError PGRST100 for a syntax error
 */
export function parseQueryString(query: string, withArguments = false): ParsedQuery {
  const parsed: ParsedQuery = {
    select: [],
    orders: [],
    conditions: [],
    windows: new Map(),
    columns: undefined,
    onConflict: undefined,
    args: [],
    values: [],
    shape: '',
  };
  let select: string | undefined;
  let parameters = 0;
  for (const [key, value] of new URLSearchParams(query)) {
    if (IGNORED.has(key)) continue;
    parameters += 1;
    if (parameters > MAX_PARAMETERS) throw tooMany('parameters', MAX_PARAMETERS);
    if (key === 'select') select ??= value;
    else if (key === 'columns') parsed.columns ??= parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') parsed.onConflict ??= parseNames(value, 'on_conflict parameter');
    else readPlaced(parsed, key, value, withArguments);
  }
  const selectText = select ?? '*';
  parsed.select = parseCached(selectCache, selectText, parseSelect);
  parsed.shape += lengthPrefixed(selectText);
  if (parsed.columns) parsed.shape += `c${lengthPrefixed(parsed.columns.join('\0'))}`;
  if (parsed.onConflict) parsed.shape += `o${lengthPrefixed(parsed.onConflict.join('\0'))}`;
  return parsed;
}

function readPlaced(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  const last = key.slice(key.lastIndexOf('.') + 1);
  switch (last) {
    case 'order':
      parsed.orders.push({ path: parsePath(key), value: parseCached(orderCache, value, parseOrder) });
      parsed.shape += `>${lengthPrefixed(key)}${lengthPrefixed(value)}`;
      return;
    case 'limit':
    case 'offset':
      readWindow(parsed, parsePath(key).join('.'), last, value);
      return;
    case 'and':
    case 'or':
      readLogic(parsed, key, last, value);
      return;
    default:
      readFilter(parsed, key, value, withArguments);
  }
}

function readFilter(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  const parsedFilter = parseFilterValue(value, parsed.values, withArguments);
  if (!parsedFilter) {
    parsed.args.push([key, value]);
    return;
  }
  const scanner = new Scanner(key, 'tree path');
  const path: string[] = [];
  let field = parseField(scanner);
  while (field.path.length === 0 && scanner.take('.')) {
    path.push(field.name);
    field = parseField(scanner);
  }
  if (!scanner.ended) throw scanner.error('"->", "->>", delimiter (.) or end of input');
  const filter: Filter = { kind: 'filter', field, ...parsedFilter };
  parsed.conditions.push({ path, value: filter });
  parsed.shape += `f${lengthPrefixed(key)}${shapeOf(filter)}`;
}

function readLogic(parsed: ParsedQuery, key: string, kind: 'and' | 'or', value: string): void {
  const names = parsePath(key);
  const negated = names.includes('not');
  const group = parseLogic(kind, negated, value, parsed.values);
  parsed.conditions.push({ path: names.filter((name) => name !== 'not'), value: group });
  parsed.shape += `l${lengthPrefixed(key)}${shapeOf(group)}`;
}

function readWindow(parsed: ParsedQuery, path: string, kind: 'limit' | 'offset', value: string): void {
  if (!WINDOW_NUMBER.test(value)) return;
  const number = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
  const window = parsed.windows.get(path) ?? { limit: undefined, offset: 0 };
  if (kind === 'limit') window.limit = number;
  else window.offset = Math.max(0, number);
  parsed.windows.set(path, window);
}

/** The path before the last name: the embedded resource of an order, window or logic group. */
function parsePath(key: string): string[] {
  if (!key.includes('.')) return [];
  const scanner = new Scanner(key, 'tree path');
  const names = [scanner.name()];
  while (scanner.take('.')) names.push(scanner.name());
  if (!scanner.ended) throw scanner.error('delimiter (.) or end of input');
  return names.slice(0, -1);
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do {
    if (names.length === 1_600) throw new RestError(400, 'PGRST100', 'Too many columns');
    scanner.skipSpace();
    names.push(scanner.name());
    scanner.skipSpace();
  } while (scanner.take(','));
  if (!scanner.ended) throw scanner.error('"," or end of input');
  return [...new Set(names)];
}

function parseCached<T extends object>(
  cache: LRUCache<string, T>,
  text: string,
  parse: (text: string) => T,
): T {
  const cached = cache.get(text);
  if (cached) return cached;
  const parsed = parse(text);
  if (text.length < 4_096) cache.set(text, parsed);
  return parsed;
}

/** Prefixes a text with its length, so that concatenations are unambiguous. */
export function lengthPrefixed(text: string): string {
  return `${text.length}:${text}`;
}

function shapeOf(condition: Condition): string {
  if (condition.kind === 'filter') return shapeOfOperation(condition);
  return shapeOfGroup(condition);
}

function shapeOfGroup(group: LogicGroup): string {
  const members = group.members.map((member) =>
    member.kind === 'filter' ? shapeOfField(member) + shapeOf(member) : shapeOf(member),
  );
  return `${group.negated ? '!' : ''}${group.kind}(${members.join(',')})`;
}

function shapeOfField({ field }: Filter): string {
  return (
    lengthPrefixed(field.name) +
    field.path.map(({ arrow, operand }) => arrow + lengthPrefixed(String(operand)) + typeof operand)
  );
}

function shapeOfOperation({ negated, operation }: Filter): string {
  return `${negated ? '!' : ''}${wordOf(operation)};`;
}

function wordOf(operation: Operation): string {
  switch (operation.operator) {
    case 'is':
      return `is ${operation.operand}`;
    case 'in':
    case 'isdistinct':
      return operation.operator;
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts':
      return operation.language === undefined ? operation.operator : `${operation.operator}()`;
    default:
      return operation.operator + (operation.quantifier ?? '');
  }
}

/** Adds a value that does not come from a condition and returns its slot. */
export function addValue(parsed: Pick<ParsedQuery, 'values'>, value: string): Slot {
  return parsed.values.push(value) - 1;
}
