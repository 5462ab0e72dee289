import type { Comparison, Condition, Filter, IsOperand, LogicGroup, Operation, TextSearch } from './ast.ts';
import { tooMany } from './errors.ts';
import { parseField, Scanner } from './scanner.ts';

const MAX_LIST_VALUES = 5_000;
const MAX_CONDITIONS = 500;
const MAX_LOGIC_DEPTH = 20;

// Longer operators precede their prefixes.
const QUANTIFIABLE: readonly Comparison[] = [
  'eq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
];
const PLAIN: readonly Comparison[] = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'];
const TEXT_SEARCHES: readonly TextSearch[] = ['fts', 'plfts', 'phfts', 'wfts'];
const IS_OPERANDS: readonly IsOperand[] = ['not_null', 'null', 'true', 'false', 'unknown'];

const LIST_ELEMENT = /[^,)]*/y;
const ARRAY_LITERAL = /\{[^{}]*\}/y;
const IS_WORD = /[A-Za-z_]*/y;

/** Reads a value for a slot; its delimiter depends on the context. */
type ReadValue = (scanner: Scanner) => string;

/**
 * Parses `eq.5`, `not.in.(1,2)`, `like(any).{a*,b*}`, `fts(english).cat`, …
 * @returns undefined for a value without an operator when `optional` is set (function arguments)
 */
export function parseFilterValue(
  text: string,
  values: string[],
  optional = false,
): Pick<Filter, 'negated' | 'operation'> | undefined {
  const scanner = new Scanner(text, 'filter');
  const before = values.length;
  try {
    const filter = parseOperation(scanner, values, (rest) => {
      const value = rest.rest;
      rest.position = rest.text.length;
      return value;
    });
    if (!scanner.ended) throw scanner.error('end of input');
    return filter;
  } catch (error) {
    if (!optional) throw error;
    values.length = before;
    return undefined;
  }
}

/** Parses the value of `and=(…)`, `or=(…)` and their negations. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string, values: string[]): LogicGroup {
  const scanner = new Scanner(text, 'logic tree', kind.length + (negated ? 'not.'.length : 0));
  const count = { conditions: 0 };
  const group = { kind, negated, members: parseMembers(scanner, values, count, 0) };
  if (!scanner.ended) throw scanner.error('end of input');
  return group;
}

function parseMembers(
  scanner: Scanner,
  values: string[],
  count: { conditions: number },
  depth: number,
): Condition[] {
  if (depth === MAX_LOGIC_DEPTH) throw tooMany('nested logic operators', MAX_LOGIC_DEPTH);
  const members: Condition[] = [];
  scanner.skipSpace();
  scanner.expect('(');
  do {
    count.conditions += 1;
    if (count.conditions > MAX_CONDITIONS) throw tooMany('conditions', MAX_CONDITIONS);
    scanner.skipSpace();
    members.push(parseMember(scanner, values, count, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpace();
  return members;
}

const GROUP = /(not\.)?(and|or)(?=[ \t]*\()/y;

function parseMember(
  scanner: Scanner,
  values: string[],
  count: { conditions: number },
  depth: number,
): Condition {
  const group = scanner.match(GROUP);
  if (group !== undefined) {
    return {
      kind: group.endsWith('and') ? 'and' : 'or',
      negated: group.startsWith('not.'),
      members: parseMembers(scanner, values, count, depth + 1),
    };
  }
  if (scanner.sees(')')) {
    throw scanner.error(
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    );
  }
  const field = parseField(scanner);
  scanner.expect('.');
  return { kind: 'filter', field, ...parseOperation(scanner, values, readLogicValue) };
}

function parseOperation(
  scanner: Scanner,
  values: string[],
  readValue: ReadValue,
): Pick<Filter, 'negated' | 'operation'> {
  const negated = scanner.take('not.');
  const operation =
    parseWordOperation(scanner, values, readValue) ?? parseComparison(scanner, values, readValue);
  if (!operation) {
    throw scanner.error(negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
  }
  return { negated, operation };
}

function parseWordOperation(scanner: Scanner, values: string[], readValue: ReadValue): Operation | undefined {
  if (scanner.take('in.')) {
    return { operator: 'in', slot: values.push(arrayLiteral(parseList(scanner))) - 1 };
  }
  if (scanner.take('isdistinct.'))
    return { operator: 'isdistinct', slot: values.push(readValue(scanner)) - 1 };
  if (!scanner.take('is.')) return undefined;
  const start = scanner.position;
  const word = scanner.match(IS_WORD)?.toLowerCase();
  const operand = IS_OPERANDS.find((name) => name === word);
  if (operand) return { operator: 'is', operand };
  scanner.position = start;
  throw scanner.error('isVal: (null, not_null, true, false, unknown)');
}

function parseComparison(scanner: Scanner, values: string[], readValue: ReadValue): Operation | undefined {
  const start = scanner.position;
  const search = TEXT_SEARCHES.find((name) => scanner.take(name));
  if (search) {
    let language: number | undefined;
    if (scanner.take('(')) {
      language = values.push(scanner.identifier()) - 1;
      scanner.expect(')');
    }
    scanner.expect('.');
    return { operator: search, language, slot: values.push(readValue(scanner)) - 1 };
  }
  const plain = PLAIN.find((name) => scanner.take(name));
  const operator = plain ?? QUANTIFIABLE.find((name) => scanner.take(name));
  if (!operator) return undefined;
  const quantifier = plain
    ? undefined
    : scanner.take('(any)')
      ? 'any'
      : scanner.take('(all)')
        ? 'all'
        : undefined;
  if (!scanner.take('.')) {
    scanner.position = start;
    return undefined;
  }
  const value = readValue(scanner);
  const isPattern = operator === 'like' || operator === 'ilike';
  return { operator, quantifier, slot: values.push(isPattern ? value.replaceAll('*', '%') : value) - 1 };
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
  return readQuoted(scanner) ?? readArray(scanner) ?? scanner.match(LIST_ELEMENT) ?? '';
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

function readArray(scanner: Scanner): string | undefined {
  return scanner.sees('{') ? scanner.match(ARRAY_LITERAL) : undefined;
}

/** PostgreSQL's array syntax; the element type follows from the context. */
function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
