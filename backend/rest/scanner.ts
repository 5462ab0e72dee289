import type { Field, JsonStep } from './ast.ts';
import { RestError } from './errors.ts';

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
