import { RestError } from './errors.ts';
import { mostSimilar } from './similarity.ts';

/** What the Data API knows of the database: read from the catalogues, so that every name in a statement is a known one. */
export interface Schema {
  name: string;
  tables: ReadonlyMap<string, Table>;
  /** By the table they start at. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloaded functions share a name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** How to write a type that a request casts to, by its name in lower case. */
  castTypes: ReadonlyMap<string, string>;
}

export interface Column {
  name: string;
  /** As SQL, qualified and with its length or precision. */
  type: string;
  /** The name of the type, of a domain's base type. */
  baseType: string;
  /** As SQL; undefined when a missing value is null. */
  default: string | undefined;
}

/** A table, a view, or what a function returns. */
export interface Relation {
  schema: string;
  name: string;
  columns: ReadonlyMap<string, Column>;
  /** Functions of a row that read like columns, by name. */
  computed: ReadonlyMap<string, Column>;
}

export interface Table extends Relation {
  primaryKey: readonly string[];
  isView: boolean;
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
  /** Pairs of the source's and the target's columns; the junction stands between them in many-to-many. */
  columns: readonly (readonly [string, string])[];
  junction: Junction | undefined;
}

export interface Junction {
  table: string;
  /** The constraints to the source and to the target. */
  constraints: readonly [string, string];
  /** Pairs of the source's and the junction's columns. */
  toSource: readonly (readonly [string, string])[];
  /** Pairs of the target's and the junction's columns. */
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
  /** Empty for the one argument of a function that takes the whole body. */
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
  volatility: 'immutable' | 'stable' | 'volatile';
}

export interface RoutineResult {
  kind: 'void' | 'scalar' | 'row';
  isSet: boolean;
  /** The columns of the rows it returns; the table's when it returns rows of a table. */
  relation: Relation;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}

const SIMILAR_TABLE = 0.75;

/** @throws RestError PGRST205 (404) when the schema has no such table or view. */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  const meant = mostSimilar(name, schema.tables.keys(), SIMILAR_TABLE);
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema.name}.${name}' in the schema cache`,
    null,
    meant === undefined ? null : `Perhaps you meant the table '${schema.name}.${meant}'`,
  );
}

/** The methods that a table or view allows, for the Allow header. */
export function allowedMethods(table: Table): string {
  return [
    'OPTIONS,GET,HEAD',
    ...(table.insertable ? ['POST'] : []),
    ...(table.insertable && table.updatable && table.primaryKey.length > 0 ? ['PUT'] : []),
    ...(table.updatable ? ['PATCH'] : []),
    ...(table.deletable ? ['DELETE'] : []),
  ].join(',');
}
