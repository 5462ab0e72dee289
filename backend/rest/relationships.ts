import type { Catalogue } from './catalogue.ts';
import type { Cardinality, ForeignKeyRelationship } from './schema.ts';
import { type Origin, originsOfViewColumns } from './view-columns.ts';

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

/** A table, or a view that shows columns of a table, with its names for them by the table's column number. */
interface Place {
  name: string;
  isView: boolean;
  columns: Map<number, string[]>;
}

/**
 * Derives the relationships of tables and views, in both directions and through junctions, and their primary keys. A
 * foreign key is one between tables, and between views that show all its columns.
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
    ...keys.map((key) => relationship(key, key.isUnique ? 'one-to-one' : 'many-to-one')),
    ...keys.map((key) => relationship(inverse(key), key.isUnique ? 'one-to-one' : 'one-to-many')),
    ...throughJunctions(keys, primaryKeys),
  ];
  return { relationships, primaryKeys };
}

function relationship(key: Key, cardinality: Cardinality): ForeignKeyRelationship {
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

/** By oid of the table: the table itself, and the views that show columns of it, also through other views. */
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

/** The places that show all of the columns, with their names for them: one for each way, as views may show one twice. */
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
