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
  alias?: string;
  cast?: string;
  aggregate?: AggregateName;
  aggregateCast?: string;
}

export interface SelectRelation {
  kind: 'relation';
  name: string;
  alias?: string;
  hint?: string;
  join: 'left' | 'inner';
  /** `...relation(columns)`: spreads the columns into the parent. */
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectRelation;

/** Comparison operators in SQL. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

/** Functions that parse a text search query. */
export const TEXT_SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

/** Operands of `is` in SQL. */
export const IS_OPERANDS = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;

/** Values become parameters of the statement. */
export type Operation =
  | { operator: keyof typeof COMPARISONS; quantifier?: 'any' | 'all'; value: string }
  | { operator: 'in' | 'isdistinct'; value: string }
  | { operator: 'is'; operand: keyof typeof IS_OPERANDS }
  | { operator: keyof typeof TEXT_SEARCHES; language?: string; value: string };

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
  relation?: string;
  field: Field;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export interface Placed<T> {
  /** The embedded resource that a parameter addresses: `['orders', 'lines']` for `orders.lines.price=gt.1`. */
  path: readonly string[];
  value: T;
}

export interface Window {
  offset: number;
  /** Undefined for all rows. */
  limit: number | undefined;
}
