import { LRUCache } from 'lru-cache';
import type { Condition, Filter, LogicGroup, Operation, OrderTerm, Placed, SelectItem, Slot } from './ast.ts';
import { RestError, tooMany } from './errors.ts';
import { parseFilterValue, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import { parseField, Scanner } from './scanner.ts';

/** `limit` and `offset` of one resource of the request. */
export interface RequestedWindow {
  limit: number | undefined;
  offset: number;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  orders: Placed<readonly OrderTerm[]>[];
  /** Filters and logic trees, in the order of the parameters. */
  conditions: Placed<Condition>[];
  /** By the embedded path, joined with dots; the root's under ''. */
  windows: Map<string, RequestedWindow>;
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  /** What is not a filter, for functions called by GET. */
  args: [name: string, value: string][];
  /** The values that slots point to. */
  values: string[];
  /** Says everything of the query but its values: two queries of one shape have one statement. */
  shape: string;
}

const MOST_PARAMETERS = 300;
const REMEMBERED = 500;
/** The gateway's own: not a column. */
const IGNORED = new Set(['apikey']);
const WINDOW_NUMBER = /^-?\d+$/;

const knownSelects = new LRUCache<string, SelectItem[]>({ max: REMEMBERED });
const knownOrders = new LRUCache<string, OrderTerm[]>({ max: REMEMBERED });

/**
 * Reads the query string of a request.
 * @param withArguments whether parameters that are no filters are a function's arguments.
 * @throws RestError PGRST100 for what makes no sense.
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
    if (parameters > MOST_PARAMETERS) throw tooMany('parameters', MOST_PARAMETERS);
    if (key === 'select') select ??= value;
    else if (key === 'columns') parsed.columns ??= parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') parsed.onConflict ??= parseNames(value, 'on_conflict parameter');
    else readPlaced(parsed, key, value, withArguments);
  }
  const wanted = select ?? '*';
  parsed.select = remembered(knownSelects, wanted, parseSelect);
  parsed.shape += counted(wanted);
  if (parsed.columns) parsed.shape += `c${counted(parsed.columns.join('\0'))}`;
  if (parsed.onConflict) parsed.shape += `o${counted(parsed.onConflict.join('\0'))}`;
  return parsed;
}

function readPlaced(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  const last = key.slice(key.lastIndexOf('.') + 1);
  switch (last) {
    case 'order':
      parsed.orders.push({ path: parsePath(key), value: remembered(knownOrders, value, parseOrder) });
      parsed.shape += `>${counted(key)}${counted(value)}`;
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
  const found = parseFilterValue(value, parsed.values, withArguments);
  if (!found) {
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
  const filter: Filter = { kind: 'filter', field, ...found };
  parsed.conditions.push({ path, value: filter });
  parsed.shape += `f${counted(key)}${shapeOf(filter)}`;
}

function readLogic(parsed: ParsedQuery, key: string, kind: 'and' | 'or', value: string): void {
  const names = parsePath(key);
  const negated = names.includes('not');
  const group = parseLogic(kind, negated, value, parsed.values);
  parsed.conditions.push({ path: names.filter((name) => name !== 'not'), value: group });
  parsed.shape += `l${counted(key)}${shapeOf(group)}`;
}

function readWindow(parsed: ParsedQuery, path: string, kind: 'limit' | 'offset', value: string): void {
  if (!WINDOW_NUMBER.test(value)) return;
  const number = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
  const window = parsed.windows.get(path) ?? { limit: undefined, offset: 0 };
  if (kind === 'limit') window.limit = number;
  else window.offset = Math.max(0, number);
  parsed.windows.set(path, window);
}

/** The names before the last one: whose order, window or logic it is. */
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

function remembered<T extends object>(
  known: LRUCache<string, T>,
  text: string,
  parse: (text: string) => T,
): T {
  const found = known.get(text);
  if (found) return found;
  const parsed = parse(text);
  if (text.length < 4_096) known.set(text, parsed);
  return parsed;
}

/** With its length before it, so that no text can pass for two. */
export function counted(text: string): string {
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
    counted(field.name) +
    field.path.map(({ arrow, operand }) => arrow + counted(String(operand)) + typeof operand)
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

/** Makes a slot for a value that does not come from a condition. */
export function addValue(parsed: Pick<ParsedQuery, 'values'>, value: string): Slot {
  return parsed.values.push(value) - 1;
}
