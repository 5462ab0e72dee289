import type { Catalogue, RoutineRow, TableRow, TypeRow } from './catalogue.ts';
import { buildRelationships } from './relationships.ts';
import type { Column, Relation, Relationship, Routine, RoutineResult, Schema, Table } from './schema.ts';
import { quoted } from './sql-text.ts';

/** Types of a single unnamed argument that receives the whole body. */
const BODY_TYPES = new Set(['json', 'jsonb', 'text', 'bytea', 'xml']);

/** SQL's own type names, which quoting would break. */
const SQL_TYPES: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/** Builds the schema from the catalogues. `name` is the schema's name. */
export function buildSchema(catalogue: Catalogue, name: string): Schema {
  const byId = new Map<number, string>();
  const tables = new Map<string, Table>();
  for (const row of catalogue.tables) {
    byId.set(row.oid, row.name);
    tables.set(row.name, tableOf(row, name));
  }
  const { relationships, viewKeys } = buildRelationships(catalogue, tables);
  for (const [view, primaryKey] of viewKeys) {
    const table = tables.get(view);
    if (table) tables.set(view, { ...table, primaryKey });
  }
  addRowFunctions(catalogue.routines, byId, tables, relationships);
  const routines = new Map<string, Routine[]>();
  for (const row of catalogue.routines) {
    const routine = routineOf(row, name, byId, tables);
    if (routine) routines.set(row.name, [...(routines.get(row.name) ?? []), routine]);
  }
  return {
    name,
    tables,
    relationships: Map.groupBy(relationships, ({ source }) => source),
    routines,
    castTypes: castTypesOf(catalogue.types, name),
  };
}

function tableOf(row: TableRow, schema: string): Table {
  const columns = row.columns.map(({ name, type, base, default: value }) => ({
    name,
    type,
    baseType: base,
    default: value ?? undefined,
  }));
  const isTable = row.kind === 'r' || row.kind === 'p';
  return {
    schema,
    name: row.name,
    columns: new Map(columns.map((column) => [column.name, column])),
    computed: new Map(),
    primaryKey: row.primary_key,
    isView: row.kind === 'v' || row.kind === 'm',
    insertable: isTable || (row.updatable & 8) !== 0,
    updatable: isTable || (row.updatable & 4) !== 0,
    deletable: isTable || (row.updatable & 16) !== 0,
  };
}

/** Functions of a row type act as computed columns or relationships of its table. */
function addRowFunctions(
  rows: readonly RoutineRow[],
  byId: ReadonlyMap<number, string>,
  tables: Map<string, Table>,
  relationships: Relationship[],
): void {
  for (const row of rows) {
    const table = tables.get(byId.get(row.row_of) ?? '');
    if (!table) continue;
    const target = byId.get(row.relation);
    if (target !== undefined) {
      const toOne = !row.returns_set || row.rows === 1;
      relationships.push({ kind: 'computed', source: table.name, target, routine: row.name, toOne });
    } else if (!row.returns_set) {
      const column: Column = { name: row.name, type: row.type, baseType: row.base, default: undefined };
      const computed = new Map([...table.computed, [row.name, column]]);
      tables.set(table.name, { ...table, computed });
    }
  }
}

function routineOf(
  row: RoutineRow,
  schema: string,
  byId: ReadonlyMap<number, string>,
  tables: ReadonlyMap<string, Table>,
): Routine | undefined {
  const inputs = row.args.filter(({ mode }) => 'ibv'.includes(mode));
  const unnamed = inputs.filter(({ name }) => name === '');
  const takesBody = inputs.length === 1 && BODY_TYPES.has(inputs[0]?.shown ?? '');
  if (unnamed.length > 0 && !takesBody) return undefined;
  return {
    schema,
    name: row.name,
    args: inputs.map(({ name, type, shown, mode, required }) => ({
      name,
      type,
      shownType: shown,
      required,
      variadic: mode === 'v',
    })),
    returns: resultOf(row, schema, byId, tables),
    volatility: row.volatility === 'i' ? 'immutable' : row.volatility === 's' ? 'stable' : 'volatile',
  };
}

function resultOf(
  row: RoutineRow,
  schema: string,
  byId: ReadonlyMap<number, string>,
  tables: ReadonlyMap<string, Table>,
): RoutineResult {
  const outputs = row.args.filter(({ mode }) => 'obt'.includes(mode));
  const isSet = row.returns_set;
  const table = tables.get(byId.get(row.relation) ?? '');
  if (table) return { kind: 'row', isSet, relation: table };
  if (outputs.length > 0) {
    return {
      kind: 'row',
      isSet,
      relation: relationOf(
        schema,
        row.name,
        outputs.map((out) => ({ ...out, base: out.shown })),
      ),
    };
  }
  if (row.relation > 0)
    return { kind: 'row', isSet, relation: relationOf(schema, row.name, row.relation_columns) };
  const kind = row.type === 'void' && !isSet ? 'void' : 'scalar';
  return { kind, isSet, relation: relationOf(schema, row.name, []) };
}

function relationOf(
  schema: string,
  name: string,
  columns: readonly { name: string; type: string; base: string }[],
): Relation {
  return {
    schema,
    name,
    columns: new Map(
      columns.map((column) => [
        column.name,
        { name: column.name, type: column.type, baseType: column.base, default: undefined },
      ]),
    ),
    computed: new Map(),
  };
}

function castTypesOf(types: readonly TypeRow[], schema: string): Map<string, string> {
  const castTypes = new Map<string, string>();
  for (const { name, schema: home } of types) {
    if (home !== 'pg_catalog' && home !== 'extensions' && home !== schema) continue;
    if (!castTypes.has(name)) castTypes.set(name, `${quoted(home)}.${quoted(name)}`);
  }
  for (const [name, type] of Object.entries(SQL_TYPES)) castTypes.set(name, `pg_catalog.${quoted(type)}`);
  return castTypes;
}
