import pg from 'pg';
import { RestError, tooMany, unknownColumn } from './errors.ts';
import type { Column, Relation, Table } from './schema.ts';
import {
  COMPARISONS,
  type Condition,
  type Field,
  type Filter,
  IS_OPERANDS,
  type Operation,
  TEXT_SEARCHES,
  type Window,
} from './syntax.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  parameters: readonly (string | Uint8Array)[];
}

/** Below the 65,535 of PostgreSQL's protocol, which a condition used in several places of a statement could reach. */
const MAX_PARAMETERS = 30_000;

/** Collects the parameters of a statement while it is built. */
export class Placeholders {
  readonly parameters: (string | Uint8Array)[] = [];

  /** Adds a value of the request. @returns its placeholder @throws RestError for too many values */
  add(value: string | Uint8Array): string {
    if (this.parameters.length === MAX_PARAMETERS) throw tooMany('values', MAX_PARAMETERS);
    return `$${this.parameters.push(value)}`;
  }
}

/** Quotes an identifier. */
export const quoted = pg.escapeIdentifier;

/** A schema-qualified, quoted name. */
export function qualified(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** Quotes a name from the schema as a string literal. */
export const literal = pg.escapeLiteral;

/** A relation and its row's alias in a statement. */
export interface RowInScope {
  relation: Relation;
  /** As SQL. */
  alias: string;
  /** Whether computed columns are already columns of the row, as in returned rows. */
  computedAreColumns?: boolean;
}

/** A column, computed column or JSON path as SQL. */
export function fieldSql(placeholders: Placeholders, row: RowInScope, field: Field): string {
  const column = columnOf(row.relation, field.name);
  const isComputed = !row.computedAreColumns && !row.relation.columns.has(field.name);
  const value = isComputed
    ? `${qualified(row.relation.schema, field.name)}(${row.alias})`
    : `${row.alias}.${quoted(field.name)}`;
  if (field.path.length === 0) return value;
  const isJson = column.baseType === 'json' || column.baseType === 'jsonb';
  const steps = field.path.map(({ arrow, operand }) =>
    typeof operand === 'number' ? `${arrow}(${operand})` : `${arrow}${placeholders.add(operand)}::text`,
  );
  return `${isJson ? value : `to_jsonb(${value})`}${steps.join('')}`;
}

/** @throws RestError 42703 for an unknown column */
export function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name) ?? relation.computed.get(name);
  if (!column) throw unknownColumn(relation.name, name, relation.columns.keys());
  return column;
}

export function filterSql(placeholders: Placeholders, row: RowInScope, filter: Filter): string {
  const { field, negated, operation } = filter;
  const value = fieldSql(placeholders, row, field);
  const column = columnOf(row.relation, field.name);
  const comparison = operationSql(placeholders, value, operation, field.path.length > 0 ? undefined : column);
  return negated ? `not (${comparison})` : `(${comparison})`;
}

function operationSql(
  placeholders: Placeholders,
  value: string,
  operation: Operation,
  column: Column | undefined,
): string {
  switch (operation.operator) {
    case 'is':
      return `${value} is ${IS_OPERANDS[operation.operand]}`;
    case 'in':
      return `${value} = any (${placeholders.add(operation.value)})`;
    case 'isdistinct':
      return `${value} is distinct from ${placeholders.add(operation.value)}`;
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts': {
      const { language } = operation;
      const config = language === undefined ? '' : `${placeholders.add(language)}::regconfig, `;
      const vector = column?.baseType === 'tsvector' ? value : `to_tsvector(${config}${value})`;
      const query = `${placeholders.add(operation.value)}::text`;
      return `${vector} @@ ${TEXT_SEARCHES[operation.operator]}(${config}${query})`;
    }
    default: {
      const operand = placeholders.add(operation.value);
      const compared = operation.quantifier ? `${operation.quantifier} (${operand})` : operand;
      return `${value} ${COMPARISONS[operation.operator]} ${compared}`;
    }
  }
}

/** A filter or logic group as SQL; `write` converts filters. */
export function conditionSql(condition: Condition, write: (filter: Filter) => string): string {
  if (condition.kind === 'filter') return write(condition);
  const members = condition.members.map((member) => conditionSql(member, write));
  return `${condition.negated ? 'not ' : ''}(${members.join(` ${condition.kind} `)})`;
}

/** Computed columns among the names, evaluated where the row still has its type. */
export function computedColumnsSql({ relation, alias }: RowInScope, names: readonly string[]): string[] {
  return [...new Set(names)]
    .filter((name) => !relation.columns.has(name) && relation.computed.has(name))
    .map((name) => `${qualified(relation.schema, name)}(${alias}) as ${quoted(name)}`);
}

export function windowSql(placeholders: Placeholders, { limit, offset }: Window): string {
  const limited = limit === undefined ? '' : ` limit ${limit}`;
  return offset > 0 ? `${limited} offset ${placeholders.add(String(offset))}::bigint` : limited;
}

/** The type of a cast as SQL. @throws RestError for an unknown type */
export function castTypeSql(castTypes: ReadonlyMap<string, string>, name: string): string {
  const type = castTypes.get(name) ?? castTypes.get(name.toLowerCase().replaceAll(/ +/g, ' '));
  if (type === undefined) throw new RestError(400, '42704', `type "${name}" does not exist`);
  return type;
}

/** The rows of a request's body. */
export interface BodyRows {
  /** Placeholder of the body. */
  body: string;
  /** Whether the body is a single object instead of an array. */
  isObject: boolean;
  columns: readonly Column[];
  /** Uses a column's default where an object lacks its key. */
  withDefaults: boolean;
}

/** A `from` item `_` with the body's rows and a column for each of `columns`. */
export function bodyRows({ body, isObject, columns, withDefaults }: BodyRows): string {
  if (columns.length === 0) {
    return isObject ? `(values (${body}::json)) as _` : `json_array_elements(${body}::json) as _`;
  }
  const typed = typedColumns(columns);
  if (!withDefaults) {
    return `${isObject ? 'json_to_record' : 'json_to_recordset'}(${body}::json) as _(${typed})`;
  }
  const defaults = columns
    .filter((column) => column.default)
    .map((column) => `${literal(column.name)}, ${column.default}`);
  const filled = `jsonb_build_object(${defaults.join(', ')}) || element.value`;
  const elements = isObject
    ? `(select ${body}::jsonb as value) as element`
    : `jsonb_array_elements(${body}::jsonb) as element (value)`;
  return `${elements}, lateral jsonb_to_record(${filled}) as _(${typed})`;
}

/** A column definition list, as after `json_to_record`. */
export function typedColumns(columns: readonly { name: string; type: string }[]): string {
  return columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
}

/** @throws RestError PGRST204 for a key that is no column */
export function columnsOfBody(table: Table, keys: readonly string[]): Column[] {
  return keys.map((key) => {
    const column = table.columns.get(key);
    if (column) return column;
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${key}' column of '${table.name}' in the schema cache`,
    );
  });
}
