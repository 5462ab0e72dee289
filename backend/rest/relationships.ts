import type { Catalogue, ForeignKeyRow } from './catalogue.ts';
import type { Cardinality, ForeignKeyRelationship, Relationship, Table } from './schema.ts';
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

/** Derives the relationships of tables and views, in both directions and through junctions. */
export function buildRelationships(
  catalogue: Catalogue,
  tables: ReadonlyMap<string, Table>,
): { relationships: Relationship[]; viewKeys: Map<string, string[]> } {
  const names = new ColumnNames(catalogue);
  const viewKeys = names.primaryKeysOfViews(catalogue, tables);
  const keys = catalogue.foreignKeys.flatMap((row) => names.keysOf(row));
  const relationships = [
    ...keys.map((key) => relationship(key, key.isUnique ? 'one-to-one' : 'many-to-one')),
    ...keys.map((key) => relationship(inverse(key), key.isUnique ? 'one-to-one' : 'one-to-many')),
    ...throughJunctions(keys, (name) => viewKeys.get(name) ?? tables.get(name)?.primaryKey),
  ];
  return { relationships, viewKeys };
}

function relationship(key: Key, cardinality: Cardinality): ForeignKeyRelationship {
  const { source, target, targetIsView, constraint, columns } = key;
  return {
    kind: 'foreign key',
    cardinality,
    source,
    target,
    targetIsView,
    constraint,
    columns,
    junction: undefined,
  };
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
  primaryKeyOf: (table: string) => readonly string[] | undefined,
): ForeignKeyRelationship[] {
  const throughJunction: ForeignKeyRelationship[] = [];
  for (const [junction, own] of Map.groupBy(keys, ({ source }) => source)) {
    const primary = new Set(primaryKeyOf(junction));
    const inPrimary = own.filter(({ columns }) => columns.every(([column]) => primary.has(column)));
    for (const one of inPrimary) {
      for (const other of inPrimary) {
        if (one.constraint === other.constraint) continue;
        throughJunction.push({
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
        });
      }
    }
  }
  return throughJunction;
}

/** Maps relations and columns from catalogue numbers to names, and table columns to view columns. */
class ColumnNames {
  readonly #names = new Map<number, string>();
  readonly #columns = new Map<number, Map<number, string>>();
  /** View columns by the table column they show. */
  readonly #shown = new Map<string, { view: number; column: string }[]>();

  constructor(catalogue: Catalogue) {
    for (const { oid, name, columns } of catalogue.tables) {
      this.#names.set(oid, name);
      this.#columns.set(oid, new Map(columns.map((column) => [column.number, column.name])));
    }
    const origins = new Map(
      catalogue.views.map(({ oid, definition }) => [oid, originsOfViewColumns(definition)]),
    );
    for (const [view, columns] of origins) {
      for (const [number, origin] of columns) {
        const column = this.#columns.get(view)?.get(number);
        if (column === undefined) continue;
        const { relation, column: base } = rootOf(origin, origins);
        const key = `${relation}.${base}`;
        this.#shown.set(key, [...(this.#shown.get(key) ?? []), { view, column }]);
      }
    }
  }

  /** A foreign key between tables, and between views that show all its columns. */
  keysOf(row: ForeignKeyRow): Key[] {
    const sources = this.#places(
      row.source,
      row.columns.map(([own]) => own),
    );
    const targets = this.#places(
      row.target,
      row.columns.map(([, other]) => other),
    );
    return sources.flatMap((source) =>
      targets.map((target) => ({
        constraint: row.name,
        isUnique: row.is_unique,
        source: source.name,
        target: target.name,
        sourceIsView: source.isView,
        targetIsView: target.isView,
        columns: source.columns.map((column, index) => [column, target.columns[index] ?? ''] as const),
      })),
    );
  }

  /** A view that shows keys of several tables has all of them as its key, in column order. */
  primaryKeysOfViews(catalogue: Catalogue, tables: ReadonlyMap<string, Table>): Map<string, string[]> {
    const keyColumns = new Map<string, Set<string>>();
    for (const { oid, name, columns, primary_key: primaryKey } of catalogue.tables) {
      if (primaryKey.length === 0 || tables.get(name)?.isView) continue;
      const numbers = primaryKey.map((key) => columns.find((column) => column.name === key)?.number ?? 0);
      for (const place of this.#places(oid, numbers)) {
        if (place.isView)
          keyColumns.set(place.name, new Set([...(keyColumns.get(place.name) ?? []), ...place.columns]));
      }
    }
    const inOrder = (view: string, key: ReadonlySet<string>) =>
      [...(tables.get(view)?.columns.keys() ?? [])].filter((column) => key.has(column));
    return new Map([...keyColumns].map(([view, key]) => [view, inOrder(view, key)]));
  }

  #places(
    relation: number,
    numbers: readonly number[],
  ): { name: string; columns: string[]; isView: boolean }[] {
    const places: { name: string; columns: string[]; isView: boolean }[] = [];
    const name = this.#names.get(relation);
    const tableColumns = numbers.map((number) => this.#columns.get(relation)?.get(number));
    if (name !== undefined && tableColumns.every((column) => column !== undefined)) {
      places.push({ name, columns: tableColumns, isView: false });
    }
    const viewColumns = numbers.map((number) => this.#shown.get(`${relation}.${number}`) ?? []);
    for (const { view } of viewColumns[0] ?? []) {
      const columns = viewColumns.map(
        (candidates) => candidates.find((candidate) => candidate.view === view)?.column,
      );
      const viewName = this.#names.get(view);
      if (viewName !== undefined && columns.every((column) => column !== undefined)) {
        places.push({ name: viewName, columns, isView: true });
      }
    }
    return places;
  }
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
