import type { OrderTerm } from './ast.ts';
import { tooMany } from './errors.ts';
import { parseField, Scanner } from './scanner.ts';

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
