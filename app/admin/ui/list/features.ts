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

/** Container width from which a column is not folded. */
export type Breakpoint = 'lg' | 'xl' | '2xl' | '3xl' | '4xl';

/** Column options in addition to TanStack Table's. */
type ColumnMeta = {
  /** The column that names the row: on narrow pages others fold into it. */
  isMain?: boolean;
  /** Width from which the column is shown separately; without it the column never folds. */
  from?: Breakpoint;
  /** Shows the column's heading before the value when folded. */
  named?: boolean;
  hiddenWhenFolded?: boolean;
  /** Aligns numbers to the end. */
  align?: 'end';
  hiddenByDefault?: boolean;
  /** Hides the heading visually. */
  unseenHead?: boolean;
  className?: string;
};

/** The TanStack Table features that lists use. */
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
 * Returns a column helper: `accessor` for sortable and exported values, `display` for others. Exports contain
 * the accessor's value, so it returns readable text and store time (`shopTimeText`). Where the server sorts,
 * a column's id is its `sort` value in the URL.
 */
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof listFeatures, Row>();
