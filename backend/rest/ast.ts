/** One step into a JSON value: `->key`, `->>key`, `->0`. */
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
  /** `*` stands for all columns, or for all rows under `count`. */
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
  /** `...relation(columns)`: the columns become the parent's own. */
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

/** Where a request's value stands in its list of values. Statements are written from slots, so they fit any values. */
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
  /** The embedded resource that the column belongs to; the row's own column when undefined. */
  relation: string | undefined;
  field: Field;
  direction: 'asc' | 'desc' | undefined;
  nulls: 'first' | 'last' | undefined;
}

/** Which embedded resource a parameter speaks of: `['orders', 'lines']` for `orders.lines.price=gt.1`. */
export type EmbedPath = readonly string[];

export interface Placed<T> {
  path: EmbedPath;
  value: T;
}

export interface Window {
  offset: number;
  /** All rows when undefined. */
  limit: number | undefined;
}
