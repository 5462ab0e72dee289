import { type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNavigation } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportList } from './export-list.tsx';
import { type Breakpoint, type ListColumns, listFeatures } from './features.ts';
import { ListTools } from './list-tools.tsx';
import { rowKeys, useRowEntry } from './row-keys.ts';
import type { SavedView } from './saved-views.ts';
import { sortingState, sortText } from './sort.ts';
import { useColumnChoice, useTableChoices } from './table-choices.ts';
import { HeadLabel, ListPages, PlainRow, RowCheckbox, type RowFrameProps } from './table-parts.tsx';
import { useListQuery } from './use-list-query.ts';
import { type Selection, useRowSelection } from './use-row-selection.ts';

/** All selected ids, the selected rows on this page, and functions that clear or narrow the selection. */
export type SelectedRows<Row> = {
  ids: string[];
  rows: Row[];
  clear: () => void;
  keep: (ids: readonly string[]) => void;
};

/** What defines a list, apart from the rows shown. */
export type ListDefinition<Row extends RowData> = {
  /** Key of the list for stored columns, views and file names. */
  name: string;
  title: string;
  columns: ListColumns<Row>;
  rowId: (row: Row) => string;
  /** Returns a row's name for its checkbox; rows are not selectable without it. */
  nameOf?: (row: Row) => string;
  /** Default sort, when the URL has none. */
  sort: string;
  /** Wraps a row; by default a plain `tr`. */
  rowFrame?: ComponentType<RowFrameProps>;
};

/** The export of a list, where it differs from its columns or the given rows. */
export type ListExports<Row> = {
  /** Reads all rows of the current filters. */
  readAll?: () => Promise<Row[]>;
  /** Creates the file, where its columns differ from the list's. */
  file?: () => Promise<string>;
  /** File name, where the list's name and the day are not enough. */
  fileName?: string;
};

type DataTableProps<Row extends RowData> = {
  list: ListDefinition<Row>;
  rows: Row[];
  /**
   * The page, filtered and sorted by the server; without it the rows are complete and sorted here. `text` is
   * the formatted number of results.
   */
  paging?: { page: number; perPage: number; count: number; text?: string };
  filters?: ReactNode;
  /** Button that adds a row. */
  action?: ReactNode;
  views?: readonly SavedView[];
  /** Shown instead of an empty table. */
  empty: ReactNode;
  exports?: ListExports<Row>;
  /** Selection, for lists that also change it themselves. */
  selection?: Selection;
  /** Bulk bar, where selected rows have more actions than export. */
  bulk?: (chosen: SelectedRows<Row>) => ReactNode;
};

const showClasses: Record<Breakpoint, string> = {
  lg: 'hidden @lg:table-cell',
  xl: 'hidden @xl:table-cell',
  '2xl': 'hidden @2xl:table-cell',
  '3xl': 'hidden @3xl:table-cell',
  '4xl': 'hidden @4xl:table-cell',
};
const foldClasses: Record<Breakpoint, string> = {
  lg: '@lg:hidden',
  xl: '@xl:hidden',
  '2xl': '@2xl:hidden',
  '3xl': '@3xl:hidden',
  '4xl': '@4xl:hidden',
};

const idOf = <Row extends RowData>(column: ListColumns<Row>[number]) =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');

const labelOf = ({ columnDef: { header } }: { columnDef: { header?: unknown } }) => String(header);

/** Rows of at most 40 px, on devices without touch. */
const compactClasses = classes(
  '@2xl:[&_td]:h-9 @2xl:[&_td]:whitespace-nowrap @2xl:[&_td]:py-0.5 @2xl:[&_th]:py-1 @2xl:[&_[data-second]]:hidden @2xl:[&_td>:is(img,[aria-hidden])]:size-8',
  '@2xl:[&_td_button]:min-h-8 @2xl:[&_[data-actions]_:is(button,a)]:size-8',
  '@2xl:[&_[data-one-line]]:flex-nowrap @2xl:[&_[data-clip]]:max-h-6 @2xl:[&_[data-clip]]:overflow-hidden',
  '@2xl:[&_[data-line]]:flex-nowrap @2xl:[&_[data-line]]:whitespace-nowrap',
);

/**
 * A list of the back office as a table with sorting, column and density choices, selection, views and
 * export. On narrow pages minor columns fold into the cell of the main one.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { list, rows, paging, filters, action, views, empty, exports: ownExports = {}, bulk } = props;
  const { name, title, columns, rowId, nameOf, sort, rowFrame: RowFrame = PlainRow } = list;
  const { readAll, file, fileName } = ownExports;
  const t = adminTexts();
  const { query, change } = useListQuery();
  const reading = useNavigation().state === 'loading';
  const compact = useTableChoices((choices) => choices.compact);
  const hiddenByDefault = columns.filter(({ meta }) => meta?.hiddenByDefault);
  const [columnVisibility, onColumnVisibilityChange] = useColumnChoice(
    name,
    Object.fromEntries(hiddenByDefault.map((column) => [idOf(column), false])),
  );
  const localSelection = useRowSelection(props.selection ? null : name);
  const [rowSelection, onRowSelectionChange] = props.selection ?? localSelection;
  const [localSorting, setLocalSorting] = useState<SortingState>(sortingState(sort));
  const sorting = paging ? sortingState(query.get('sort') ?? sort) : localSorting;
  const table = useTable({
    features: listFeatures,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility, rowSelection, sorting },
    onColumnVisibilityChange,
    onRowSelectionChange,
    onSortingChange: (next) => {
      const nextSorting = typeof next === 'function' ? next(sorting) : next;
      if (!paging) return setLocalSorting(nextSorting);
      const text = sortText(nextSorting);
      change({ sort: text === sort ? '' : text });
    },
    manualSorting: paging !== undefined,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    enableRowSelection: nameOf !== undefined,
  });
  useRowEntry();
  const ids = Object.keys(rowSelection).filter((id) => rowSelection[id]);
  const selected: SelectedRows<Row> = {
    ids,
    rows: rows.filter((row) => rowSelection[rowId(row)]),
    clear: () => onRowSelectionChange({}),
    keep: (kept) => onRowSelectionChange(Object.fromEntries(kept.map((id) => [id, true]))),
  };
  const fileOf = async (saved: readonly Row[]) => {
    const { csvFile } = await import('./csv-file.ts');
    const exported = table.getAllLeafColumns().filter(({ accessorFn }) => accessorFn);
    return csvFile(
      exported.map(labelOf),
      saved.map((row, index) => exported.map(({ accessorFn }) => accessorFn?.(row, index))),
    );
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListTools
        list={name}
        filters={filters}
        action={action}
        views={views}
        fileName={fileName}
        sort={{
          options: table
            .getAllLeafColumns()
            .filter((column) => column.getCanSort())
            .map((column) => ({ id: column.id, label: labelOf(column) })),
          current: sortText(sorting),
          set: (text) => table.setSorting(sortingState(text)),
        }}
        columns={table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide() && !column.columnDef.meta?.isMain)
          .map((column) => ({
            id: column.id,
            label: labelOf(column),
            isVisible: column.getIsVisible(),
            setVisible: (isVisible) => column.toggleVisibility(isVisible),
          }))}
        file={file ?? (async () => fileOf(readAll ? await readAll() : rows))}
      />
      {rows.length === 0 ? (
        <>
          {paging?.text ? (
            <p role="status" className="text-ink-soft text-sm">
              {paging?.text}
            </p>
          ) : null}
          {empty}
        </>
      ) : (
        <div
          aria-busy={reading}
          className={classes(
            'grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity',
            reading && 'opacity-60',
          )}
        >
          <Table caption={title} className={compact ? compactClasses : undefined}>
            <thead>
              <tr>
                {nameOf ? (
                  <HeadCell className="w-0">
                    <RowCheckbox
                      label={t('selectPage')}
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected()}
                      onToggle={table.getToggleAllRowsSelectedHandler()}
                    />
                  </HeadCell>
                ) : null}
                {table.getFlatHeaders().map(({ column }) => {
                  const { meta } = column.columnDef;
                  return (
                    <HeadLabel
                      key={column.id}
                      label={labelOf(column)}
                      hideLabel={meta?.unseenHead ?? false}
                      sorted={column.getCanSort() ? column.getIsSorted() : null}
                      onSort={() => column.toggleSorting()}
                      className={classes(
                        meta?.from && showClasses[meta.from],
                        meta?.align === 'end' && 'text-end',
                      )}
                    />
                  );
                })}
              </tr>
            </thead>
            <tbody onKeyDown={rowKeys((id) => table.getRow(id).toggleSelected())}>
              {table.getRowModel().rows.map((row) => {
                const cells = row.getVisibleCells();
                return (
                  <RowFrame key={row.id} id={row.id} selected={row.getIsSelected()}>
                    {nameOf ? (
                      <Cell className="w-0">
                        <RowCheckbox
                          label={t('selectOne', { name: nameOf(row.original) })}
                          checked={row.getIsSelected()}
                          onToggle={row.getToggleSelectedHandler()}
                        />
                      </Cell>
                    ) : null}
                    {cells.map((cell) => {
                      const meta = cell.column.columnDef.meta;
                      return (
                        <Cell
                          key={cell.id}
                          className={classes(
                            meta?.from && showClasses[meta.from],
                            meta?.align === 'end' && 'whitespace-nowrap text-end font-details tabular-nums',
                            meta?.className,
                          )}
                        >
                          <table.FlexRender cell={cell} />
                          {meta?.isMain ? (
                            <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 empty:hidden @4xl:hidden">
                              {cells.map((foldedCell) => {
                                const { meta: foldedMeta } = foldedCell.column.columnDef;
                                if (!foldedMeta?.from || foldedMeta.hiddenWhenFolded) return null;
                                return (
                                  <span
                                    key={foldedCell.id}
                                    className={classes(
                                      'wrap-anywhere min-w-0 empty:hidden',
                                      foldClasses[foldedMeta.from],
                                    )}
                                  >
                                    {foldedMeta.named ? (
                                      <span className="text-ink-soft">{`${labelOf(foldedCell.column)}: `}</span>
                                    ) : null}
                                    <table.FlexRender cell={foldedCell} />
                                  </span>
                                );
                              })}
                            </span>
                          ) : null}
                        </Cell>
                      );
                    })}
                  </RowFrame>
                );
              })}
            </tbody>
          </Table>
          {paging ? (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              {paging?.text ? (
                <p role="status" className="text-ink-soft text-sm">
                  {paging?.text}
                </p>
              ) : null}
              <ListPages {...paging} rowCount={rows.length} />
            </div>
          ) : null}
        </div>
      )}
      {bulk?.(selected) ?? (
        <BulkBar selected={selected.rows.length} onClear={selected.clear}>
          <ExportList list={name} label file={() => fileOf(selected.rows)} />
        </BulkBar>
      )}
    </div>
  );
}
