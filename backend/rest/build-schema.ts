import type { Catalogue, RoutineRow, TableRow } from './catalogue.ts';
import { buildRelationships } from './relationships.ts';
import type { Column, ComputedRelationship, Routine, RoutineResult, Schema, Table } from './schema.ts';
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
  const { relationships, primaryKeys } = buildRelationships(catalogue);
  const namesByOid = new Map(catalogue.tables.map((row) => [row.oid, row.name]));
  // Functions of a row type act as computed columns or relationships of its table.
  const rowFunctions = Map.groupBy(catalogue.routines, (row) => namesByOid.get(row.row_of));
  const tables = new Map(
    catalogue.tables.map((row) => {
      const computed = (rowFunctions.get(row.name) ?? [])
        .filter(({ relation, returns_set: isSet }) => !isSet && !namesByOid.has(relation))
        .map((routine) => ({ name: routine.name, type: routine.type, baseType: routine.base_type }));
      return [row.name, tableOf(row, name, primaryKeys.get(row.name) ?? [], computed)];
    }),
  );
  const computedRelationships = catalogue.routines.flatMap((row): ComputedRelationship[] => {
    const [source, target] = [namesByOid.get(row.row_of), namesByOid.get(row.relation)];
    if (source === undefined || target === undefined) return [];
    const toOne = !row.returns_set || row.rows === 1;
    return [{ kind: 'computed', source, target, routine: row.name, toOne }];
  });
  const routines = catalogue.routines.flatMap((row) =>
    routineOf(row, name, tables.get(namesByOid.get(row.relation) ?? '')),
  );
  return {
    name,
    tables,
    relationships: Map.groupBy([...relationships, ...computedRelationships], ({ source }) => source),
    routines: Map.groupBy(routines, (routine) => routine.name),
    castTypes: castTypesOf(catalogue),
  };
}

function tableOf(
  { columns, kind, name, updatable }: TableRow,
  schema: string,
  primaryKey: readonly string[],
  computed: readonly Column[],
): Table {
  const isTable = kind === 'r' || kind === 'p';
  return {
    schema,
    name,
    columns: byName(columns),
    computed: byName(computed),
    primaryKey,
    insertable: isTable || (updatable & 8) !== 0,
    updatable: isTable || (updatable & 4) !== 0,
    deletable: isTable || (updatable & 16) !== 0,
  };
}

/** @param table the table whose rows it returns */
function routineOf(row: RoutineRow, schema: string, table: Table | undefined): Routine[] {
  const args = row.args.filter(({ mode }) => 'ibv'.includes(mode));
  const takesBody = args.length === 1 && BODY_TYPES.has(args[0]?.shownType ?? '');
  if (args.some((arg) => arg.name === '') && !takesBody) return [];
  const returns = resultOf(row, schema, table);
  return [{ schema, name: row.name, args, returns, isVolatile: row.is_volatile }];
}

function resultOf(row: RoutineRow, schema: string, table: Table | undefined): RoutineResult {
  const isSet = row.returns_set;
  if (table) return { kind: 'row', isSet, relation: table };
  const outputs = row.args
    .filter(({ mode }) => 'obt'.includes(mode))
    .map(({ name, shownType, type }) => ({ name, type, baseType: shownType }));
  const columns = byName(outputs.length > 0 ? outputs : row.relation_columns);
  const relation = { schema, name: row.name, columns, computed: new Map() };
  if (outputs.length > 0 || row.relation > 0) return { kind: 'row', isSet, relation };
  return { kind: row.type === 'void' && !isSet ? 'void' : 'scalar', isSet, relation };
}

function byName<T extends { name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function castTypesOf({ types }: Catalogue): Map<string, string> {
  const castTypes = new Map<string, string>();
  for (const { name, schema: home } of types) {
    if (!castTypes.has(name)) castTypes.set(name, `${quoted(home)}.${quoted(name)}`);
  }
  for (const [name, type] of Object.entries(SQL_TYPES)) castTypes.set(name, `pg_catalog.${quoted(type)}`);
  return castTypes;
}
