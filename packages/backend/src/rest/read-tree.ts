import { boundedSql, notEmbedded, RestError } from './errors.ts';
import type { RestRequest } from './read-request.ts';
import { findRelationship } from './relationships.ts';
import { isToOne, type Relation, type Relationship, type RestConfig, type Schema } from './schema.ts';
import {
  type Condition,
  type Filter,
  nameOfField,
  type OrderTerm,
  type SelectField,
  type SelectItem,
  type SelectRelation,
  type Window,
} from './syntax.ts';
import {
  castTypeSql,
  conditionSql,
  fieldSql,
  filterSql,
  type Placeholders,
  qualified,
  quoted,
  type RowInScope,
  windowSql,
} from './write-sql.ts';

/** The rows to read from a relation, with embedded resources. */
export interface ReadNode extends Window {
  relation: Relation;
  /** Alias in the statement: never a name from the request or a possible column name. */
  alias: string;
  fields: readonly SelectField[];
  embeds: Embed[];
  conditions: Condition[];
  order: readonly OrderTerm[];
}

interface Embed {
  node: ReadNode;
  relationship: Relationship;
  item: SelectRelation;
  /** Key in the response. */
  name: string;
  /** Selected without columns: filters the parent without being returned. */
  isHidden: boolean;
}

/**
 * Builds the tree of resources to read: resolves relationships and assigns filters, orders and windows.
 * @throws RestError for an invalid relationship, resource or aggregate
 */
export function buildReadTree(
  schema: Schema,
  root: Relation,
  { kind, query, window, windows }: RestRequest,
  config: RestConfig,
): ReadNode {
  let aliases = 0;
  const build = (relation: Relation, items: readonly SelectItem[]): ReadNode => {
    const alias = `pgrst_${aliases}`;
    aliases += 1;
    const fields = items.filter((item) => item.kind === 'field');
    if (!config.allowAggregates && fields.some(({ aggregate }) => aggregate)) {
      throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
    }
    const isCounted = items.length === 1 && fields.length === 1 && isLegacyCount(relation, fields[0]);
    const embeds = items
      .filter((item) => item.kind === 'relation')
      .map((item): Embed => {
        const relationship = findRelationship(schema, relation.name, item.name, item.hint);
        const target = schema.tables.get(relationship.target);
        if (!target) throw notEmbedded(item.name);
        const node = build(target, item.items);
        if (!isToOne(relationship)) node.limit = config.maxRows;
        return { node, relationship, item, name: item.alias ?? item.name, isHidden: hasNoColumns(item) };
      });
    return {
      relation,
      alias,
      fields: isCounted ? fields.map(countOfRows) : fields,
      embeds,
      conditions: [],
      order: [],
      limit: undefined,
      offset: 0,
    };
  };
  const tree = build(root, query.select);
  // In mutations, the root's conditions apply to the mutation itself.
  const readsRoot = kind === 'read' || kind === 'call';
  for (const { path, value } of query.conditions) {
    if (path.length > 0 || readsRoot) nodeAt(tree, path).conditions.push(value);
  }
  for (const { path, value } of query.orders) nodeAt(tree, path).order = value;
  for (const [path, embeddedWindow] of windows) Object.assign(nodeAt(tree, path.split('.')), embeddedWindow);
  return Object.assign(tree, window);
}

/**
 * `count` without parentheses as the only column counts rows even with aggregates disabled: the client's documentation
 * shows `select('name, products(count)')`, and hosted projects support it.
 */
function isLegacyCount(relation: Relation, item: SelectField | undefined): boolean {
  if (!item || item.aggregate || item.field.name !== 'count' || item.field.path.length > 0) return false;
  return !relation.columns.has('count') && !relation.computed.has('count');
}

function countOfRows(item: SelectField): SelectField {
  return {
    ...item,
    field: { ...item.field, name: '*' },
    aggregate: 'count',
    aggregateCast: item.cast,
    cast: undefined,
  };
}

function hasNoColumns(item: SelectRelation): boolean {
  if (item.spread) return item.items.length === 0;
  return item.items.every((inner) => inner.kind === 'relation' && hasNoColumns(inner));
}

function nodeAt(tree: ReadNode, path: readonly string[]): ReadNode {
  let node = tree;
  for (const name of path) {
    const embed = findEmbed(node, name) ?? node.embeds.find(({ item }) => item.name === name);
    if (!embed) throw notEmbedded(name);
    node = embed.node;
  }
  return node;
}

/** The embedded resource of a name in the response. */
function findEmbed(node: ReadNode, name: string): Embed | undefined {
  return node.embeds.find((embed) => embed.name === name);
}

interface Parent {
  embed: Embed;
  row: RowInScope;
}

interface Selected {
  text: string;
  isAggregate: boolean;
}

/** Builds the queries of a read tree. */
export class ReadWriter {
  readonly #placeholders: Placeholders;
  readonly #castTypes: Schema['castTypes'];
  readonly #root: ReadNode;
  readonly #answerBytes: number;
  readonly #source: string | undefined;

  /** @param source a `with` query that provides the root's rows instead of its table */
  constructor(
    placeholders: Placeholders,
    schema: Schema,
    root: ReadNode,
    { answerBytes, source }: { answerBytes: number; source?: string },
  ) {
    this.#placeholders = placeholders;
    this.#castTypes = schema.castTypes;
    this.#root = root;
    this.#answerBytes = answerBytes;
    this.#source = source;
  }

  /** A query of the rows with the response's columns. */
  rows(): string {
    return this.#rows(this.#root);
  }

  /** A query of the rows without columns. */
  bareRows(): string {
    return `select 1 ${this.#matching()}${windowSql(this.#placeholders, this.#root)}`;
  }

  /** Counts matching rows without a window, up to `most`. */
  count(most?: number): string {
    return most === undefined
      ? `select count(*) ${this.#matching()}`
      : `select count(*) from (select 1 ${this.#matching()} limit ${most}) counted`;
  }

  #matching(): string {
    const root = this.#root;
    return `from ${this.#fromRoot()}${this.#where(root, this.#rowOf(root))}`;
  }

  #rows(node: ReadNode, parent?: Parent): string {
    const row = this.#rowOf(node);
    const from = parent ? fromSql(parent.embed, parent.row) : this.#fromRoot();
    const selected = this.#selected(node, row);
    const joins = node.embeds.filter(isSpread).map((embed) => this.#spreadJoin(embed, row));
    return [
      `select ${selected.map(({ text }) => text).join(', ')} from ${from}${joins.join('')}`,
      this.#where(node, row, parent),
      groupBySql(selected),
      this.#orderBy(node, row),
      windowSql(this.#placeholders, node),
    ].join('');
  }

  #exists(embed: Embed, row: RowInScope): string {
    const { node } = embed;
    const where = this.#where(node, this.#rowOf(node), { embed, row });
    const window = node.limit === 0 || node.offset > 0 ? windowSql(this.#placeholders, node) : '';
    return `exists (select 1 from ${fromSql(embed, row)}${where}${window})`;
  }

  #rowOf(node: ReadNode): RowInScope {
    const computedAreColumns = node === this.#root && this.#source !== undefined;
    return { relation: node.relation, alias: node.alias, computedAreColumns };
  }

  #fromRoot(): string {
    const { alias, relation } = this.#root;
    return `${this.#source ?? qualified(relation.schema, relation.name)} as ${alias}`;
  }

  #selected(node: ReadNode, row: RowInScope): Selected[] {
    const isGrouped = node.fields.some(({ aggregate }) => aggregate);
    const fields = node.fields.flatMap((field) => this.#selectedField(field, row, isGrouped));
    const embeds = node.embeds
      .filter(({ isHidden }) => !isHidden)
      .flatMap((embed) => {
        if (embed.item.spread) {
          if (!isGrouped) return plain(`${spreadAlias(embed)}.*`);
          return outputNames(embed.node).map((name) => plain(`${spreadAlias(embed)}.${quoted(name)}`));
        }
        const json = this.#embedded(embed, row);
        return plain(`${isGrouped ? `(${json})::jsonb` : json} as ${quoted(embed.name)}`);
      });
    const selected = [...fields, ...embeds];
    return selected.length > 0 || node.embeds.length > 0 ? selected : [plain(`${row.alias}.*`)];
  }

  #selectedField(item: SelectField, row: RowInScope, isGrouped: boolean): Selected[] {
    const { field, aggregate, aggregateCast, cast } = item;
    if (field.name === '*' && !aggregate) {
      if (!isGrouped) return [plain(`${row.alias}.*`)];
      return [...row.relation.columns.keys()].map((column) => plain(`${row.alias}.${quoted(column)}`));
    }
    let value = field.name === '*' ? '*' : fieldSql(this.#placeholders, row, field);
    if (cast !== undefined) value = `cast(${value} as ${castTypeSql(this.#castTypes, cast)})`;
    if (aggregate) value = `${aggregate}(${value})`;
    if (aggregateCast !== undefined) {
      value = `cast(${value} as ${castTypeSql(this.#castTypes, aggregateCast)})`;
    }
    const text = `${value} as ${quoted(nameOfField(item) ?? field.name)}`;
    return [{ text, isAggregate: aggregate !== undefined }];
  }

  /** An embedded resource as a JSON value. */
  #embedded(embed: Embed, row: RowInScope): string {
    const alias = `${embed.node.alias}r`;
    const rows = this.#rows(embed.node, { embed, row });
    // Without `offset`, the planner would merge the queries and build each row several times.
    return isToOne(embed.relationship)
      ? `(select ${this.#bounded(`${alias}.body`)} from (select row_to_json(${alias}) as body from (${rows}) ${alias} limit 1) ${alias})`
      : `coalesce((select json_agg(${this.#bounded(`${alias}.body`)}) from (select row_to_json(${alias}) as body from (${rows}) ${alias} offset 0) ${alias}), '[]')`;
  }

  #bounded(column: string): string {
    return boundedSql(column, 'json', this.#answerBytes);
  }

  #spreadJoin(embed: Embed, row: RowInScope): string {
    if (embed.node.fields.some(({ aggregate }) => aggregate)) {
      throw new RestError(
        400,
        'PGRST127',
        'Feature not implemented',
        'Aggregates are not implemented for spread resources.',
      );
    }
    const rows = this.#rows(embed.node, { embed, row });
    const alias = `${embed.node.alias}r`;
    const names = outputNames(embed.node).map(quoted);
    const values = names.map((name) => `to_json(${alias}.${name}) as ${name}`);
    const lists = names.map(
      (name) => `coalesce(json_agg(${this.#bounded(`${alias}.${name}`)}), '[]') as ${name}`,
    );
    const joined = isToOne(embed.relationship)
      ? `select ${alias}.* from (${rows}) ${alias} limit 1`
      : `select ${lists.join(', ')} from (select ${values.join(', ')} from (${rows}) ${alias} offset 0) ${alias}`;
    return ` left join lateral (${joined}) as ${spreadAlias(embed)} on true`;
  }

  #where(node: ReadNode, row: RowInScope, parent?: Parent): string {
    const conditions = [
      ...(parent ? joinConditions(parent.embed, parent.row) : []),
      ...node.conditions.map((condition) =>
        conditionSql(condition, (filter) => this.#filter(node, row, filter)),
      ),
      ...node.embeds.filter(({ item }) => item.join === 'inner').map((embed) => this.#exists(embed, row)),
    ];
    return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  }

  /** `orders=is.null` filters by the presence of embedded rows. */
  #filter(node: ReadNode, row: RowInScope, filter: Filter): string {
    const { field, negated, operation } = filter;
    const embed = field.path.length === 0 ? findEmbed(node, field.name) : undefined;
    if (!embed || operation.operator !== 'is' || !/null/.test(operation.operand)) {
      return filterSql(this.#placeholders, row, filter);
    }
    const wantsSome = (operation.operand === 'not_null') !== negated;
    return `${wantsSome ? '' : 'not '}${this.#exists(embed, row)}`;
  }

  #orderBy(node: ReadNode, row: RowInScope): string {
    if (node.order.length === 0) return '';
    return ` order by ${node.order.map((term) => this.#orderTerm(node, row, term)).join(', ')}`;
  }

  #orderTerm(node: ReadNode, row: RowInScope, term: OrderTerm): string {
    const direction = term.direction ? ` ${term.direction}` : '';
    const nulls = term.nulls ? ` nulls ${term.nulls}` : '';
    return `${this.#orderedBy(node, row, term)}${direction}${nulls}`;
  }

  #orderedBy(node: ReadNode, row: RowInScope, { field, relation }: OrderTerm): string {
    if (relation === undefined) return fieldSql(this.#placeholders, row, field);
    const embed = findEmbed(node, relation);
    if (!embed) throw notEmbedded(relation);
    if (!isToOne(embed.relationship)) {
      throw new RestError(
        400,
        'PGRST118',
        `A related order on '${relation}' is not possible`,
        `'${node.relation.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
      );
    }
    const inner = this.#rowOf(embed.node);
    const value = fieldSql(this.#placeholders, inner, field);
    const where = this.#where(embed.node, inner, { embed, row });
    return `(select ${value} from ${fromSql(embed, row)}${where} limit 1)`;
  }
}

function isSpread(embed: Embed): boolean {
  return embed.item.spread && !embed.isHidden;
}

function spreadAlias(embed: Embed): string {
  return `${embed.node.alias}s`;
}

function plain(text: string): Selected {
  return { text, isAggregate: false };
}

function groupBySql(selected: readonly Selected[]): string {
  if (!selected.some(({ isAggregate }) => isAggregate)) return '';
  const positions = selected.flatMap(({ isAggregate }, index) => (isAggregate ? [] : [index + 1]));
  return positions.length > 0 ? ` group by ${positions.join(', ')}` : '';
}

/** Columns that a spread resource adds to its parent. */
function outputNames(node: ReadNode): string[] {
  const fields = node.fields.flatMap((field) => nameOfField(field) ?? [...node.relation.columns.keys()]);
  const embeds = node.embeds
    .filter(({ isHidden }) => !isHidden)
    .flatMap((embed) => (embed.item.spread ? outputNames(embed.node) : [embed.name]));
  const names = [...fields, ...embeds];
  return names.length > 0 ? [...new Set(names)] : [...node.relation.columns.keys()];
}

function fromSql({ node, relationship }: Embed, parent: RowInScope): string {
  const { alias } = node;
  if (relationship.kind === 'computed') {
    const row = parent.computedAreColumns ? rowAsTable(parent) : parent.alias;
    return `${qualified(node.relation.schema, relationship.routine)}(${row}) as ${alias}`;
  }
  const target = `${qualified(node.relation.schema, relationship.target)} as ${alias}`;
  const { junction } = relationship;
  if (!junction) return target;
  const on = junction.toTarget.map(
    ([own, joining]) => `${alias}j.${quoted(joining)} = ${alias}.${quoted(own)}`,
  );
  return `${target} join ${qualified(node.relation.schema, junction.table)} as ${alias}j on ${on.join(' and ')}`;
}

/** Rebuilds a returned row as the table's row type, for computed columns. */
function rowAsTable({ alias, relation }: RowInScope): string {
  const columns = [...relation.columns.keys()].map((column) => `${alias}.${quoted(column)}`);
  return `row(${columns.join(', ')})::${qualified(relation.schema, relation.name)}`;
}

function joinConditions({ node, relationship }: Embed, parent: RowInScope): string[] {
  if (relationship.kind === 'computed') return [];
  const { columns, junction } = relationship;
  const joined = junction ? `${node.alias}j` : node.alias;
  return (junction?.toSource ?? columns).map(
    ([own, other]) => `${joined}.${quoted(other)} = ${parent.alias}.${quoted(own)}`,
  );
}
