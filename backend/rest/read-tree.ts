import type { Condition, OrderTerm, SelectField, SelectItem, SelectRelation, Window } from './ast.ts';
import { notEmbedded, RestError } from './errors.ts';
import { findRelationship } from './find-relationship.ts';
import type { RestRequest } from './read-request.ts';
import { isToOne, type Relation, type Relationship, type RestConfig, type Schema } from './schema.ts';

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

export interface Embed {
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
export function findEmbed(node: ReadNode, name: string): Embed | undefined {
  return node.embeds.find((embed) => embed.name === name);
}

/** The response key of a selected field; undefined for all columns. */
export function nameOfField({ alias, aggregate, field }: SelectField): string | undefined {
  if (alias !== undefined) return alias;
  if (aggregate) return aggregate;
  if (field.name === '*') return undefined;
  const key = field.path.findLast(({ operand }) => typeof operand === 'string');
  return typeof key?.operand === 'string' ? key.operand : field.name;
}
