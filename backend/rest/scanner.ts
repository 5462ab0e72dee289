import type { Field, JsonStep } from './ast.ts';
import { RestError } from './errors.ts';

const IDENTIFIER = /[\p{L}\p{Nd}_ $]+/uy;
const JSON_KEY = /[^(\-:.,>)]+/y;
const SPACE = /[ \t]*/y;

/** Reads a parameter of a request from left to right, and says where it stopped making sense. */
export class Scanner {
  readonly text: string;
  readonly #what: string;
  readonly #before: number;
  position = 0;

  /**
   * @param what names the parameter in error messages: `select parameter`, `filter`, `order`, …
   * @param before how many letters stand before the text, where columns of error messages count them too.
   */
  constructor(text: string, what: string, before = 0) {
    this.text = text;
    this.#what = what;
    this.#before = before;
  }

  get ended(): boolean {
    return this.position >= this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.position);
  }

  sees(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  /** Steps over a token if it comes next. */
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

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** A name: quoted, or letters, digits, `_`, `$` and spaces, joined by dashes. */
  name(): string {
    if (this.sees('"')) return this.quoted();
    return this.#dashed(IDENTIFIER, 'field name (* or [a..z0..9_$])');
  }

  /** A type's or language's name. */
  identifier(): string {
    const found = this.match(IDENTIFIER)?.trim();
    if (!found) throw this.error('letter or digit');
    return found;
  }

  jsonKey(): string {
    if (this.sees('"')) return this.quoted();
    // What begins with a dash can only be an index.
    if (this.take('-')) throw this.error('digit');
    return this.#dashed(JSON_KEY, '"-", digit or any non reserved character different from: .,>()');
  }

  /** A value in double quotes, in which a backslash keeps the next character. */
  quoted(): string {
    this.expect('"');
    let value = '';
    for (;;) {
      const next = this.text[this.position];
      // What is quoted may become a name in a statement, which a zero would end.
      if (next === undefined || next === '\0') throw this.error('"\\""');
      this.position += 1;
      if (next === '"') return value;
      if (next !== '\\') {
        value += next;
        continue;
      }
      const kept = this.text[this.position];
      if (kept === undefined || kept === '\0') throw this.error('any character');
      value += kept;
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
const LONGEST_PATH = 32;

/** `column`, or `column->key->>0`. */
export function parseField(scanner: Scanner): Field {
  scanner.skipSpace();
  const field = { name: scanner.name(), path: parseJsonPath(scanner) };
  scanner.skipSpace();
  return field;
}

export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.sees('->')) {
    if (path.length === LONGEST_PATH) throw scanner.error(`at most ${LONGEST_PATH} arrows`);
    const arrow = scanner.take('->>') ? '->>' : '->';
    if (arrow === '->') scanner.expect('->');
    const index = scanner.match(INDEX);
    path.push({ arrow, operand: index === undefined ? scanner.jsonKey() : clamped(index) });
  }
  return path;
}

/** PostgreSQL's indexes are 32-bit; one beyond finds nothing either way. */
function clamped(index: string): number {
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Number(index)));
}
