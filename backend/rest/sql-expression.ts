import {
  COMPARISONS,
  type Condition,
  type Field,
  type Filter,
  IS_OPERANDS,
  type Operation,
  TEXT_SEARCHES,
} from './ast.ts';
import { RestError, unknownColumn } from './errors.ts';
import type { Column, Relation } from './schema.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** A relation and its row's alias in a statement. */
export interface RowInScope {
  relation: Relation;
  /** As SQL. */
  alias: string;
  /** Whether computed columns are already columns of the row, as in returned rows. */
  computedAreColumns?: boolean;
}

/** @throws RestError 42703 for an unknown column */
export function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name) ?? relation.computed.get(name);
  if (!column) throw unknownColumn(relation.name, name, relation.columns.keys());
  return column;
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

/** Computed columns among the names, evaluated where the row still has its type. */
export function computedColumnsSql({ relation, alias }: RowInScope, names: readonly string[]): string[] {
  return [...new Set(names)]
    .filter((name) => !relation.columns.has(name) && relation.computed.has(name))
    .map((name) => `${qualified(relation.schema, name)}(${alias}) as ${quoted(name)}`);
}

/** A filter or logic group as SQL; `write` converts filters. */
export function conditionSql(condition: Condition, write: (filter: Filter) => string): string {
  if (condition.kind === 'filter') return write(condition);
  const members = condition.members.map((member) => conditionSql(member, write));
  return `${condition.negated ? 'not ' : ''}(${members.join(` ${condition.kind} `)})`;
}

/** The type of a cast as SQL. @throws RestError for an unknown type */
export function castTypeSql(castTypes: ReadonlyMap<string, string>, name: string): string {
  const type = castTypes.get(name) ?? castTypes.get(name.toLowerCase().replaceAll(/ +/g, ' '));
  if (type === undefined) throw new RestError(400, '42704', `type "${name}" does not exist`);
  return type;
}
