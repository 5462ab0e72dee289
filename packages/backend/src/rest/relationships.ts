import { mostSimilar, RestError } from './errors.ts';
import type { Cardinality, Catalogue, ForeignKeyRelationship, Relationship, Schema } from './schema.ts';

type Pairs = readonly (readonly [string, string])[];

interface Key {
  constraint: string;
  isUnique: boolean;
  source: string;
  target: string;
  targetIsView: boolean;
  sourceIsView: boolean;
  columns: Pairs;
}

/** A table, or a view that shows columns of a table, with its column names by the table's column number. */
interface Place {
  name: string;
  isView: boolean;
  columns: Map<number, string[]>;
}

/**
 * Derives the relationships of tables and views, in both directions and through junctions, and their primary
 * keys. A foreign key relates tables, and also views that show all its columns.
 */
export function buildRelationships(catalogue: Catalogue): {
  relationships: ForeignKeyRelationship[];
  primaryKeys: Map<string, string[]>;
} {
  const places = placesByTable(catalogue);
  const primaryKeys = primaryKeysOf(catalogue, places);
  const keys = catalogue.foreignKeys.flatMap((row) => {
    const targets = placesShowing(places.get(row.target), row.target_columns);
    return placesShowing(places.get(row.source), row.source_columns).flatMap((source) =>
      targets.map(
        (target): Key => ({
          constraint: row.name,
          isUnique: row.is_unique,
          source: source.name,
          target: target.name,
          sourceIsView: source.isView,
          targetIsView: target.isView,
          columns: source.columns.map((column, index) => [column, target.columns[index] ?? '']),
        }),
      ),
    );
  });
  const relationships = [
    ...keys.map((key) => relationshipOf(key, key.isUnique ? 'one-to-one' : 'many-to-one')),
    ...keys.map((key) => relationshipOf(inverse(key), key.isUnique ? 'one-to-one' : 'one-to-many')),
    ...throughJunctions(keys, primaryKeys),
  ];
  return { relationships, primaryKeys };
}

function relationshipOf(key: Key, cardinality: Cardinality): ForeignKeyRelationship {
  const { source, target, targetIsView, constraint, columns } = key;
  return { kind: 'foreign key', cardinality, source, target, targetIsView, constraint, columns };
}

function inverse(key: Key): Key {
  return {
    ...key,
    source: key.target,
    target: key.source,
    targetIsView: key.sourceIsView,
    sourceIsView: key.targetIsView,
    columns: swapped(key.columns),
  };
}

function swapped(pairs: Pairs): Pairs {
  return pairs.map(([own, other]) => [other, own] as const);
}

/** A junction is a table, or a view of it, whose primary key includes its foreign keys to two others. */
function throughJunctions(
  keys: readonly Key[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): ForeignKeyRelationship[] {
  return [...Map.groupBy(keys, ({ source }) => source)].flatMap(([junction, own]) => {
    const primary = new Set(primaryKeys.get(junction));
    const inPrimary = own.filter(({ columns }) => columns.every(([column]) => primary.has(column)));
    return inPrimary.flatMap((one) =>
      inPrimary
        .filter((other) => one.constraint !== other.constraint)
        .map(
          (other): ForeignKeyRelationship => ({
            kind: 'foreign key',
            cardinality: 'many-to-many',
            source: one.target,
            target: other.target,
            targetIsView: other.targetIsView,
            constraint: '',
            columns: [],
            junction: {
              table: junction,
              constraints: [one.constraint, other.constraint],
              toSource: swapped(one.columns),
              toTarget: swapped(other.columns),
            },
          }),
        ),
    );
  });
}

/** By table oid: the table itself, and the views that show columns of it, also through other views. */
function placesByTable({ tables, views }: Catalogue): Map<number, Place[]> {
  const places = new Map<number, Place[]>();
  const rows = new Map(tables.map((row) => [row.oid, row]));
  for (const { oid, name, columns } of tables) {
    const names = new Map(columns.map((column) => [column.number, [column.name]]));
    places.set(oid, [{ name, isView: false, columns: names }]);
  }
  const origins = new Map(views.map(({ oid, definition }) => [oid, originsOfViewColumns(definition)]));
  for (const [oid, columns] of origins) {
    const view = rows.get(oid);
    if (!view) continue;
    const ofView = new Map<number, Place>();
    for (const [number, origin] of columns) {
      const column = view.columns.find((each) => each.number === number);
      const root = rootOf(origin, origins);
      const place = ofView.get(root.relation) ?? { name: view.name, isView: true, columns: new Map() };
      if (column) place.columns.set(root.column, [...(place.columns.get(root.column) ?? []), column.name]);
      ofView.set(root.relation, place);
    }
    for (const [table, place] of ofView) places.set(table, [...(places.get(table) ?? []), place]);
  }
  return places;
}

/** Resolves a view's column through nested views to the table; visits each view once, as views can be recursive. */
function rootOf(origin: Origin, origins: ReadonlyMap<number, ReadonlyMap<number, Origin>>): Origin {
  const visited = new Set<number>();
  let root = origin;
  for (;;) {
    const next = origins.get(root.relation)?.get(root.column);
    if (!next || visited.has(root.relation)) return root;
    visited.add(root.relation);
    root = next;
  }
}

/** Places that show all of the columns, with their names: one for each way, as views may repeat a column. */
function placesShowing(places: readonly Place[] = [], numbers: readonly number[]) {
  return places.flatMap((place) =>
    numbers
      .reduce<string[][]>(
        (ways, number) =>
          ways.flatMap((way) => (place.columns.get(number) ?? []).map((name) => [...way, name])),
        [[]],
      )
      .map((columns) => ({ ...place, columns })),
  );
}

/** A view that shows keys of several tables has all of them as its key, in column order. */
function primaryKeysOf(
  { tables }: Catalogue,
  places: ReadonlyMap<number, readonly Place[]>,
): Map<string, string[]> {
  const primaryKeys = new Map<string, string[]>();
  const shownKeys = tables.flatMap(({ oid, primary_key: numbers }) =>
    numbers.length > 0 ? placesShowing(places.get(oid), numbers) : [],
  );
  for (const [name, [place, ...others]] of Map.groupBy(shownKeys, (shown) => shown.name)) {
    if (!place) continue;
    const keys = new Set([place, ...others].flatMap((shown) => shown.columns));
    const row = tables.find((table) => table.name === name);
    const inOrder = row?.columns.map((column) => column.name).filter((column) => keys.has(column)) ?? [];
    primaryKeys.set(name, place.isView ? inOrder : place.columns);
  }
  return primaryKeys;
}

/** The origin of a view's column. */
interface Origin {
  /** Oid of the table or view. */
  relation: number;
  column: number;
}

const ENTRY = /^:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+)/s;
const TARGET_LIST = ':targetList (';

/**
 * Parses a stored view definition (a node tree in PostgreSQL's text format) for columns that are plain columns of other
 * relations.
 * @returns origins by the view's column number
 */
function originsOfViewColumns(definition: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  for (const entry of targetEntries(definition)) {
    // The entry's number follows its expression, which may contain entries of a subquery.
    const [, number, relation, column] = ENTRY.exec(entry.slice(entry.lastIndexOf(':resno '))) ?? [];
    if (Number(relation) > 0) {
      origins.set(Number(number), { relation: Number(relation), column: Number(column) });
    }
  }
  return origins;
}

/** The entries of the outermost target list, split by matching brackets; names escape brackets with a backslash. */
function targetEntries(definition: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let inList = false;
  let start = 0;
  for (let position = 0; position < definition.length; position += 1) {
    const character = definition[position];
    if (character === '\\') position += 1;
    else if (character === '{' || character === '(') {
      if (inList && depth === 3) start = position;
      depth += 1;
    } else if (character === '}' || character === ')') {
      depth -= 1;
      if (inList && depth === 3) entries.push(definition.slice(start, position));
      if (inList && depth === 2) return entries;
    } else if (depth === 2 && definition.startsWith(TARGET_LIST, position)) inList = true;
  }
  return entries;
}

const SIMILAR = 0.33;

/**
 * Resolves `target` or `target!hint` from a table, by the name of the other table, the constraint, a column or the
 * junction.
 * @throws RestError PGRST200 (400) for no match and PGRST201 (300) for several
 */
export function findRelationship(
  schema: Schema,
  source: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = schema.relationships.get(source) ?? [];
  const computed = all.filter((each) => each.kind === 'computed' && each.routine === target);
  const matching =
    computed.length > 0
      ? computed
      : all.filter((each) => each.kind === 'foreign key' && matches(each, target, hint));
  const [match, ...others] = matching;
  if (!match) throw notFound(schema, source, target, hint);
  if (others.length > 0) throw ambiguous(source, target, matching);
  return match;
}

function matches(candidate: ForeignKeyRelationship, target: string, hint: string | undefined): boolean {
  const { cardinality, columns, constraint, junction } = candidate;
  const [ownColumn, otherColumn] = (columns.length === 1 && columns[0]) || [];
  const namesTarget = target === candidate.target;
  if (candidate.source === candidate.target) {
    if (hint !== undefined) return namesTarget && cardinality === 'one-to-many' && otherColumn === hint;
    return (
      (namesTarget && cardinality === 'one-to-many') ||
      (cardinality === 'many-to-one' && ownColumn === target)
    );
  }
  if (hint === undefined) {
    if (namesTarget) return true;
    return (
      junction === undefined && !candidate.targetIsView && (constraint === target || ownColumn === target)
    );
  }
  if (!namesTarget) return false;
  return junction
    ? junction.table === hint
    : constraint === hint || ownColumn === hint || otherColumn === hint;
}

function notFound(schema: Schema, source: string, target: string, hint: string | undefined): RestError {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${source}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${source}' and '${target}${using}' in the schema '${schema.name}', but no matches were found.`,
    suggestion(schema, source, target),
  );
}

function suggestion(schema: Schema, source: string, target: string): string | null {
  const own = schema.relationships.get(source);
  if (own?.some((relationship) => relationship.target === target)) return null;
  const [name, known] = own
    ? [target, own.map((relationship) => relationship.target)]
    : [source, schema.relationships.keys()];
  const similarName = mostSimilar(name, known, SIMILAR);
  return similarName === undefined ? null : `Perhaps you meant '${similarName}' instead of '${name}'.`;
}

function ambiguous(source: string, target: string, match: readonly Relationship[]): RestError {
  const foreignKeys = match.filter((relationship) => relationship.kind === 'foreign key');
  const hints = foreignKeys.map((each) => `'${each.target}!${each.junction?.table ?? each.constraint}'`);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source}' and '${target}'`,
    foreignKeys.map(describe),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

function describe(relationship: ForeignKeyRelationship): Record<string, string> {
  const { cardinality, columns, constraint, junction, source, target } = relationship;
  const names = (pairs: Pairs, side: 0 | 1) => pairs.map((pair) => pair[side]).join(', ');
  return {
    cardinality,
    embedding: `${source} with ${target}`,
    relationship: junction
      ? `${junction.table} using ${junction.constraints[0]}(${names(junction.toSource, 1)}) and ${junction.constraints[1]}(${names(junction.toTarget, 1)})`
      : `${constraint} using ${source}(${names(columns, 0)}) and ${target}(${names(columns, 1)})`,
  };
}
