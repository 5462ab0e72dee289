import type { AggregateName, SelectField, SelectItem, SelectRelation } from './ast.ts';
import { RestError, tooMany } from './errors.ts';
import { parseJsonPath, Scanner } from './scanner.ts';

const MAX_EMBED_DEPTH = 8;
const MAX_EMBEDS = 32;
const MAX_ITEMS = 500;

const AGGREGATES: readonly AggregateName[] = ['sum', 'avg', 'count', 'max', 'min'];

const STAR: SelectField = { kind: 'field', field: { name: '*', path: [] } };

/**
 * Parses `select=id,price::text,name:title,details->>size,category(name),...shop!inner(city)`. Like PostgREST, ignores
 * text after an unmatched closing bracket.
 * @throws RestError PGRST100 for a syntax error, nesting deeper than 8 or more than 32 embeds
 */
export function parseSelect(text: string): SelectItem[] {
  return parseItems(new Scanner(text, 'select parameter'), { items: 0, embeds: 0 }, 0);
}

type Counts = { items: number; embeds: number };

function parseItems(scanner: Scanner, counts: Counts, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  scanner.skipSpace();
  if (scanner.ended || scanner.sees(')')) return items;
  do {
    counts.items += 1;
    if (counts.items > MAX_ITEMS) throw tooMany('selected items', MAX_ITEMS);
    scanner.skipSpace();
    items.push(parseItem(scanner, counts, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  return items;
}

function parseItem(scanner: Scanner, counts: Counts, depth: number): SelectItem {
  if (scanner.take('...')) {
    return parseRelation(scanner, counts, depth, { name: scanner.name(), alias: undefined, spread: true });
  }
  if (scanner.take('*')) {
    atEnd(scanner);
    return STAR;
  }
  let name = scanner.name();
  let alias: string | undefined;
  if (scanner.sees(':') && !scanner.sees('::')) {
    scanner.expect(':');
    alias = name;
    scanner.skipSpace();
    name = scanner.name();
  }
  if (name === 'count' && scanner.take('()')) return countOfRows(scanner, alias);
  if (scanner.sees('!') || scanner.sees('(')) {
    return parseRelation(scanner, counts, depth, { name, alias, spread: false });
  }
  return parseFieldItem(scanner, name, alias);
}

function parseRelation(
  scanner: Scanner,
  counts: Counts,
  depth: number,
  named: Pick<SelectRelation, 'name' | 'alias' | 'spread'>,
): SelectRelation {
  if (depth === MAX_EMBED_DEPTH) {
    throw new RestError(
      400,
      'PGRST100',
      'Embedded resources are nested too deeply',
      `At most ${MAX_EMBED_DEPTH} levels`,
    );
  }
  counts.embeds += 1;
  if (counts.embeds > MAX_EMBEDS) throw tooMany('embedded resources', MAX_EMBEDS);
  let hint: string | undefined;
  let join: SelectRelation['join'] | undefined;
  for (let parameters = 0; parameters < 2 && scanner.take('!'); parameters += 1) {
    const parameter = scanner.name();
    if (parameter === 'inner' || parameter === 'left') join ??= parameter;
    else hint ??= parameter;
  }
  scanner.expect('(');
  const items = parseItems(scanner, counts, depth + 1);
  scanner.expect(')');
  return { kind: 'relation', ...named, hint, join: join ?? 'left', items };
}

function parseFieldItem(scanner: Scanner, name: string, alias: string | undefined): SelectField {
  const path = parseJsonPath(scanner);
  const cast = scanner.take('::') ? scanner.identifier() : undefined;
  const aggregate = parseAggregate(scanner);
  const aggregateCast = aggregate && scanner.take('::') ? scanner.identifier() : undefined;
  atEnd(scanner);
  return { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast };
}

function parseAggregate(scanner: Scanner): AggregateName | undefined {
  if (!scanner.take('.')) return undefined;
  const aggregateName = AGGREGATES.find((aggregate) => scanner.take(`${aggregate}()`));
  if (!aggregateName) throw scanner.error('"sum", "avg", "count", "max" or "min"');
  return aggregateName;
}

function countOfRows(scanner: Scanner, alias: string | undefined): SelectField {
  const aggregateCast = scanner.take('::') ? scanner.identifier() : undefined;
  atEnd(scanner);
  return { ...STAR, alias, aggregate: 'count', aggregateCast };
}

function atEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.ended && !scanner.sees(',') && !scanner.sees(')')) {
    throw scanner.error('"->", "::", ".", ")", "," or end of input');
  }
}
