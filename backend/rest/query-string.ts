import type { Condition, OrderTerm, Placed, SelectItem, Window } from './ast.ts';
import { RestError, tooMany } from './errors.ts';
import { parseFilterValue, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import { parseField, Scanner } from './scanner.ts';

export interface ParsedQuery {
  select: readonly SelectItem[];
  orders: Placed<readonly OrderTerm[]>[];
  /** Filters and logic groups, in the order of the parameters. */
  conditions: Placed<Condition>[];
  /** By dot-separated embed path; '' for the root. */
  windows: Map<string, Window>;
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  /** Parameters that are no filters, for functions called by GET. */
  args: [name: string, value: string][];
}

const MAX_PARAMETERS = 300;
/** Maximum number of columns that a request names: PostgreSQL's of a table. */
export const MAX_COLUMNS = 1_600;
/** Read by the gateway; not a column. */
const IGNORED = new Set(['apikey']);
const WINDOW_NUMBER = /^-?\d+$/;

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
  parsed.select = parseSelect(select ?? '*');
  return parsed;
}

function readPlaced(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  const last = key.slice(key.lastIndexOf('.') + 1);
  switch (last) {
    case 'order':
      parsed.orders.push({ path: parsePath(key), value: parseOrder(value) });
      return;
    case 'limit':
    case 'offset':
      readWindow(parsed, parsePath(key).join('.'), last, value);
      return;
    case 'and':
    case 'or': {
      const names = parsePath(key);
      const path = names.filter((name) => name !== 'not');
      const negated = path.length < names.length;
      parsed.conditions.push({ path, value: parseLogic(last, negated, value) });
      return;
    }
    default:
      readFilter(parsed, key, value, withArguments);
  }
}

function readFilter(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  let filter: ReturnType<typeof parseFilterValue>;
  try {
    filter = parseFilterValue(value);
  } catch (error) {
    if (!withArguments) throw error;
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
  parsed.conditions.push({ path, value: { kind: 'filter', field, ...filter } });
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
    if (names.length === MAX_COLUMNS) throw new RestError(400, 'PGRST100', 'Too many columns');
    scanner.skipSpace();
    names.push(scanner.name());
    scanner.skipSpace();
  } while (scanner.take(','));
  if (!scanner.ended) throw scanner.error('"," or end of input');
  return [...new Set(names)];
}
