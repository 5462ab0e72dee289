import type { Field, JsonStep } from './ast.ts';
import type { Scanner } from './scanner.ts';

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
