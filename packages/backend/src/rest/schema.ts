import { mostSimilar, RestError } from './errors.ts';

/** The database as seen by the Data API, read from the catalogues: statements contain only names found here. */
export interface Schema {
  name: string;
  tables: ReadonlyMap<string, Table>;
  /** By source table. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloaded functions share a name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** SQL of the types that requests may cast to, by lower-case name. */
  castTypes: ReadonlyMap<string, string>;
}

/** Settings from `alter role authenticator set pgrst.…`, as in PostgREST. */
export interface RestConfig {
  /** Exposed schemas; the first one is the default. */
  schemas: readonly string[];
  /** Maximum number of rows per response, and of embedded rows per row. */
  maxRows: number;
  /** Whether `select=price.avg()` is allowed. */
  allowAggregates: boolean;
  /** Whether `Prefer: tx=rollback` counts. */
  mayRollBack: boolean;
}

export interface Column {
  name: string;
  /** As SQL, qualified, with length or precision. */
  type: string;
  /** Name of the type; for a domain, of its base type. */
  baseType: string;
  /** As SQL. */
  default?: string | null;
}

/** A table, a view, or the result of a function. */
export interface Relation {
  schema: string;
  name: string;
  columns: ReadonlyMap<string, Column>;
  /** Computed columns, by name. */
  computed: ReadonlyMap<string, Column>;
}

export interface Table extends Relation {
  primaryKey: readonly string[];
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
}

export type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';

export interface ForeignKeyRelationship {
  kind: 'foreign key';
  cardinality: Cardinality;
  source: string;
  target: string;
  targetIsView: boolean;
  constraint: string;
  /** Pairs of source and target columns; a many-to-many relationship has them in its junction. */
  columns: readonly (readonly [string, string])[];
  junction?: Junction;
}

interface Junction {
  table: string;
  /** The constraints to source and target. */
  constraints: readonly [string, string];
  /** Pairs of source and junction columns. */
  toSource: readonly (readonly [string, string])[];
  /** Pairs of target and junction columns. */
  toTarget: readonly (readonly [string, string])[];
}

/** A function from a row to rows of another table. */
export interface ComputedRelationship {
  kind: 'computed';
  source: string;
  target: string;
  routine: string;
  toOne: boolean;
}

export type Relationship = ForeignKeyRelationship | ComputedRelationship;

export interface RoutineArgument {
  /** '' for a single unnamed argument that takes the whole body. */
  name: string;
  /** As SQL. */
  type: string;
  /** The type's plain name, for messages. */
  shownType: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  args: readonly RoutineArgument[];
  returns: RoutineResult;
  isVolatile: boolean;
}

export interface RoutineResult {
  kind: 'void' | 'scalar' | 'row';
  isSet: boolean;
  /** Columns of the returned rows; the table's for a table's rows. */
  relation: Relation;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}

const SIMILAR_TABLE = 0.75;

/** @throws RestError PGRST205 (404) for an unknown table or view */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  const similarName = mostSimilar(name, schema.tables.keys(), SIMILAR_TABLE);
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema.name}.${name}' in the schema cache`,
    null,
    similarName === undefined ? null : `Perhaps you meant the table '${schema.name}.${similarName}'`,
  );
}

/** The methods allowed on a table or view, for the Allow header. */
export function allowedMethods(table: Table): string {
  return [
    'OPTIONS,GET,HEAD',
    ...(table.insertable ? ['POST'] : []),
    ...(table.insertable && table.updatable && table.primaryKey.length > 0 ? ['PUT'] : []),
    ...(table.updatable ? ['PATCH'] : []),
    ...(table.deletable ? ['DELETE'] : []),
  ].join(',');
}

/** Raw rows of the system catalogues, from which a schema is built. */
export interface Catalogue {
  tables: TableRow[];
  foreignKeys: ForeignKeyRow[];
  routines: RoutineRow[];
  views: ViewRow[];
  types: TypeRow[];
}

export interface TableRow {
  oid: number;
  name: string;
  kind: string;
  /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
  updatable: number;
  /** Column numbers. */
  primary_key: number[];
  columns: (Column & { number: number })[];
}

export interface ForeignKeyRow {
  name: string;
  /** Oids of the tables. */
  source: number;
  target: number;
  source_columns: number[];
  target_columns: number[];
  /** Whether the referencing columns are unique. */
  is_unique: boolean;
}

export interface RoutineRow {
  name: string;
  args: (RoutineArgument & { mode: string })[];
  returns_set: boolean;
  /** Estimated rows, from the function's definition. */
  rows: number;
  type: string;
  base_type: string;
  /** Oid of the table or composite type it returns; 0 for none. */
  relation: number;
  relation_columns: Column[];
  /** Oid of the table whose row is its only argument; 0 for none. */
  row_of: number;
  is_volatile: boolean;
}

export interface ViewRow {
  oid: number;
  definition: string;
}

export interface TypeRow {
  name: string;
  schema: string;
}
