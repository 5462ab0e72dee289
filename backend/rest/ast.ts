/** A step of a JSON path: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  arrow: '->' | '->>';
  operand: string | number;
}

export interface Field {
  name: string;
  path: readonly JsonStep[];
}

export type AggregateName = 'sum' | 'avg' | 'count' | 'max' | 'min';

export interface SelectField {
  kind: 'field';
  /** `*` means all columns, or all rows within `count`. */
  field: Field;
  alias: string | undefined;
  cast: string | undefined;
  aggregate: AggregateName | undefined;
  aggregateCast: string | undefined;
}

export interface SelectRelation {
  kind: 'relation';
  name: string;
  alias: string | undefined;
  hint: string | undefined;
  join: 'left' | 'inner';
  /** `...relation(columns)`: spreads the columns into the parent. */
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectRelation;

export type Comparison =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj';
export type TextSearch = 'fts' | 'plfts' | 'phfts' | 'wfts';
export type IsOperand = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

/** Index of a value in the request's list of values. SQL is built from slots, so a statement works for all values. */
export type Slot = number;

export type Operation =
  | { operator: Comparison; quantifier: 'any' | 'all' | undefined; slot: Slot }
  | { operator: 'in' | 'isdistinct'; slot: Slot }
  | { operator: 'is'; operand: IsOperand }
  | { operator: TextSearch; language: Slot | undefined; slot: Slot };

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  operation: Operation;
}

export interface LogicGroup {
  kind: 'and' | 'or';
  negated: boolean;
  members: readonly Condition[];
}

export type Condition = Filter | LogicGroup;

export interface OrderTerm {
  /** The embedded resource of the column; undefined for the row's own column. */
  relation: string | undefined;
  field: Field;
  direction: 'asc' | 'desc' | undefined;
  nulls: 'first' | 'last' | undefined;
}

/** The embedded resource that a parameter addresses: `['orders', 'lines']` for `orders.lines.price=gt.1`. */
export type EmbedPath = readonly string[];

export interface Placed<T> {
  path: EmbedPath;
  value: T;
}

export interface Window {
  offset: number;
  /** Undefined for all rows. */
  limit: number | undefined;
}
