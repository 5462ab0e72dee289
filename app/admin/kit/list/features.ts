import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';

/** From how wide a page on something is a column of its own. */
export type Breadth = 'lg' | 'xl' | '2xl' | '3xl' | '4xl';

/** What a list's column says about itself beside what TanStack Table knows. */
type ColumnMeta = {
  /** The column that names the row: on narrow pages the others fold under it. */
  main?: boolean;
  /** Where a column folds, how wide a page has room for it; without this it always stands for itself. */
  from?: Breadth;
  /** Says its heading before its value when folded. */
  named?: boolean;
  /** Nothing is shown of it where it is folded. */
  dropped?: boolean;
  /** Figures stand at the end of their cell. */
  align?: 'end';
  /** Shown only to those who choose it. */
  further?: boolean;
  /** The heading is read out, not shown. */
  unseenHead?: boolean;
  className?: string;
};

/** What the lists of the back office use of TanStack Table. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
  columnMeta: metaHelper<ColumnMeta>(),
});

export type ListColumns<Row extends RowData> = TableOptions<typeof listFeatures, Row>['columns'];

/**
 * Makes the columns of a list: `accessor` for those with a value, which sorts and is exported, `display` for others. Where the
 * server sorts, a column's id is what `sort` in the address calls it.
 */
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof listFeatures, Row>();
