import { RestError } from './errors.ts';

/** A step of a JSON path: `->key`, `->>key`, `->0`. */
interface JsonStep {
  arrow: '->' | '->>';
  operand: string | number;
}

export interface Field {
  name: string;
  path: readonly JsonStep[];
}

export type AggregateName = 'sum' | 'avg' | 'count' | 'max' | 'min';

export interface SelectField {
  kind: 'field';
  /** `*` means all columns, or all rows within `count`. */
  field: Field;
  alias?: string;
  cast?: string;
  aggregate?: AggregateName;
  aggregateCast?: string;
}

export interface SelectRelation {
  kind: 'relation';
  name: string;
  alias?: string;
  hint?: string;
  join: 'left' | 'inner';
  /** `...relation(columns)`: spreads the columns into the parent. */
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectRelation;

/** The response key of a selected field; undefined for all columns. */
export function nameOfField({ alias, aggregate, field }: SelectField): string | undefined {
  if (alias !== undefined) return alias;
  if (aggregate) return aggregate;
  if (field.name === '*') return undefined;
  const key = field.path.findLast(({ operand }) => typeof operand === 'string');
  return typeof key?.operand === 'string' ? key.operand : field.name;
}

/** Comparison operators in SQL. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

/** Functions that parse a text search query. */
export const TEXT_SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

/** Operands of `is` in SQL. */
export const IS_OPERANDS = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;

/** Values become parameters of the statement. */
export type Operation =
  | { operator: keyof typeof COMPARISONS; quantifier?: 'any' | 'all'; value: string }
  | { operator: 'in' | 'isdistinct'; value: string }
  | { operator: 'is'; operand: keyof typeof IS_OPERANDS }
  | { operator: keyof typeof TEXT_SEARCHES; language?: string; value: string };

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  operation: Operation;
}

export interface LogicGroup {
  kind: 'and' | 'or';
  negated: boolean;
  members: readonly Condition[];
}

export type Condition = Filter | LogicGroup;

export interface OrderTerm {
  /** The embedded resource of the column; undefined for the row's own column. */
  relation?: string;
  field: Field;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export interface Placed<T> {
  /** The embedded resource that a parameter addresses: `['orders', 'lines']` for `orders.lines.price=gt.1`. */
  path: readonly string[];
  value: T;
}

export interface Window {
  offset: number;
  /** Undefined for all rows. */
  limit: number | undefined;
}

const IDENTIFIER = /[\p{L}\p{Nd}_ $]+/uy;
const JSON_KEY = /[^(\-:.,>)]+/y;
const SPACE = /[ \t]*/y;

/** Scans a parameter from left to right, with positions in errors. */
export class Scanner {
  readonly text: string;
  readonly #what: string;
  readonly #before: number;
  position = 0;

  /**
   * @param what name of the parameter in error messages: `select parameter`, `filter`, `order`, …
   * @param before number of characters before the text, for columns in error messages
   */
  constructor(text: string, what: string, before = 0) {
    this.text = text;
    this.#what = what;
    this.#before = before;
  }

  get ended(): boolean {
    return this.position >= this.text.length;
  }

  sees(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  /** Consumes a token if it comes next. */
  take(token: string): boolean {
    if (!this.sees(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.error(`"${token}"`);
  }

  skipSpace(): void {
    this.match(SPACE);
  }

  /** Consumes the match of a sticky pattern. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) this.position += match.length;
    return match;
  }

  /** A name: quoted, or letters, digits, `_`, `$` and spaces, joined by dashes. */
  name(): string {
    if (this.sees('"')) return this.quoted();
    return this.#dashed(IDENTIFIER, 'field name (* or [a..z0..9_$])');
  }

  identifier(): string {
    const found = this.match(IDENTIFIER)?.trim();
    if (!found) throw this.error('letter or digit');
    return found;
  }

  jsonKey(): string {
    if (this.sees('"')) return this.quoted();
    // Only an index may start with a dash.
    if (this.take('-')) throw this.error('digit');
    return this.#dashed(JSON_KEY, '"-", digit or any non reserved character different from: .,>()');
  }

  /** A double-quoted value with backslash escapes. */
  quoted(): string {
    this.expect('"');
    let value = '';
    for (;;) {
      const next = this.text[this.position];
      // It may become an identifier, which cannot contain a zero byte.
      if (next === undefined || next === '\0') throw this.error('"\\""');
      this.position += 1;
      if (next === '"') return value;
      if (next !== '\\') {
        value += next;
        continue;
      }
      const escaped = this.text[this.position];
      if (escaped === undefined || escaped === '\0') throw this.error('any character');
      value += escaped;
      this.position += 1;
    }
  }

  error(expected: string): RestError {
    const found = this.text[this.position];
    const unexpected = found === undefined ? 'end of input' : `"${found}"`;
    return new RestError(
      400,
      'PGRST100',
      `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.#before + this.position + 1})`,
      `unexpected ${unexpected} expecting ${expected}`,
    );
  }

  #dashed(part: RegExp, expected: string): string {
    const parts = [this.match(part)];
    while (this.sees('-') && !this.sees('->') && parts.at(-1) !== undefined) {
      this.position += 1;
      parts.push(this.match(part));
    }
    if (parts.includes(undefined)) throw this.error(expected);
    const name = parts.map((text) => text?.trim()).join('-');
    if (name === '') throw this.error(expected);
    return name;
  }
}

const INDEX = /[+-]?\d+(?=->|::|[.,)]|$)/y;
const MAX_PATH_LENGTH = 32;

/** Parses `column` or `column->key->>0`. */
export function parseField(scanner: Scanner): Field {
  scanner.skipSpace();
  const field = { name: scanner.name(), path: parseJsonPath(scanner) };
  scanner.skipSpace();
  return field;
}

export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.sees('->')) {
    if (path.length === MAX_PATH_LENGTH) throw scanner.error(`at most ${MAX_PATH_LENGTH} arrows`);
    const arrow = scanner.take('->>') ? '->>' : '->';
    if (arrow === '->') scanner.expect('->');
    const index = scanner.match(INDEX);
    path.push({ arrow, operand: index === undefined ? scanner.jsonKey() : clamped(index) });
  }
  return path;
}

/** PostgreSQL's indexes are 32-bit; larger ones match nothing. */
function clamped(index: string): number {
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Number(index)));
}
