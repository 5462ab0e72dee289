import {
  COMPARISONS,
  type Condition,
  type Filter,
  IS_OPERANDS,
  type LogicGroup,
  type Operation,
  TEXT_SEARCHES,
} from './ast.ts';
import { tooMany } from './errors.ts';
import { parseField, Scanner } from './scanner.ts';

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
