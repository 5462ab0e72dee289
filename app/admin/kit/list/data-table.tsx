import {
  type OnChangeFn,
  type RowData,
  type RowSelectionState,
  type SortingState,
  useTable,
} from '@tanstack/react-table';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNavigation } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportList } from './export-list.tsx';
import { type Breadth, type ListColumns, listFeatures } from './features.ts';
import { ListPages } from './list-pages.tsx';
import { ListTools } from './list-tools.tsx';
import { rowKeys } from './row-keys.ts';
import type { SavedView } from './saved-views.ts';
import { sortingOf, sortText } from './sort.ts';
import { useColumnChoice, useTableChoices } from './table-choices.ts';
import { HeadLabel, PlainRow, RowCheckbox, type RowFrameProps } from './table-parts.tsx';
import { useListQuery } from './use-list-query.ts';

/** The chosen rows: by id, and those of them that are on the page. */
export type Chosen<Row> = { ids: string[]; rows: Row[]; clear: () => void };

/** Which rows are chosen, by id, where a list must change that itself. */
export type Selection = [RowSelectionState, OnChangeFn<RowSelectionState>];

type DataTableProps<Row extends RowData> = {
  /** Names the list where choices of columns, views and files are kept. */
  list: string;
  title: string;
  columns: ListColumns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** What a row is called where it is chosen; without it no row can be. */
  nameOf?: (row: Row) => string;
  /** The order without one in the address. */
  sort: string;
  /** The page that the server found and sorted; without it all rows are here and are sorted here. */
  paging?: { page: number; perPage: number; count: number };
  /** What narrows the list. */
  filters?: ReactNode;
  /** What adds to the list. */
  action?: ReactNode;
  views?: readonly SavedView[];
  /** What is shown instead of a table without rows. */
  empty: ReactNode;
  /** How many there are, in words of the list. */
  found?: string;
  /** Reads every row that the filters leave; those here without it. */
  readAll?: () => Promise<Row[]>;
  /** The whole file, where it is another than that of the columns. */
  file?: () => Promise<string>;
  /** What the file is called, where more than the list and the day name it. */
  fileName?: string;
  selection?: Selection;
  /** The bar for the chosen rows, where more can be done with them than saving them as a file. */
  bulk?: (chosen: Chosen<Row>) => ReactNode;
  /** What a row stands in, where it is more than a row. */
  rowFrame?: ComponentType<RowFrameProps>;
};

const shownFrom: Record<Breadth, string> = {
  lg: 'hidden @lg:table-cell',
  xl: 'hidden @xl:table-cell',
  '2xl': 'hidden @2xl:table-cell',
  '3xl': 'hidden @3xl:table-cell',
  '4xl': 'hidden @4xl:table-cell',
};
const foldedBelow: Record<Breadth, string> = {
  lg: '@lg:hidden',
  xl: '@xl:hidden',
  '2xl': '@2xl:hidden',
  '3xl': '@3xl:hidden',
  '4xl': '@4xl:hidden',
};

const idOf = <Row extends RowData>(column: ListColumns<Row>[number]) =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');

/** Rows of at most 40 px, where no finger has to meet what is in them. */
const compactClasses = classes(
  '@2xl:[&_td]:h-9 @2xl:[&_td]:whitespace-nowrap @2xl:[&_td]:py-0.5 @2xl:[&_th]:py-1 @2xl:[&_[data-second]]:hidden @2xl:[&_td>:is(img,[aria-hidden])]:size-8',
  '@2xl:[&_td_button]:min-h-8 @2xl:[&_[data-actions]_:is(button,a)]:size-8',
  '@2xl:[&_[data-one-line]]:flex-nowrap @2xl:[&_[data-clip]]:max-h-6 @2xl:[&_[data-clip]]:overflow-hidden',
  '@2xl:[&_[data-line]]:flex-nowrap @2xl:[&_[data-line]]:whitespace-nowrap',
);

/**
 * A list of the back office as a table: sorted by its headings, with the columns and the density that somebody chose, rows
 * to choose, views, a file of what is filtered. On narrow pages further columns fold under the one that names the row.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { list, title, columns, rows, rowId, nameOf, sort, paging, filters, action, views, empty } = props;
  const { found, readAll, file, fileName, bulk, rowFrame: RowFrame = PlainRow } = props;
  const t = useTranslations('admin', adminMessages);
  const { query, change } = useListQuery();
  const reading = useNavigation().state === 'loading';
  const compact = useTableChoices((choices) => choices.compact);
  const further = columns.flatMap((column) => (column.meta?.further ? [[idOf(column), false] as const] : []));
  const [columnVisibility, onColumnVisibilityChange] = useColumnChoice(list, Object.fromEntries(further));
  const own = useState<RowSelectionState>({});
  const [rowSelection, onRowSelectionChange] = props.selection ?? own;
  const [sortedHere, sortHere] = useState<SortingState>(sortingOf(sort));
  const sorting = paging ? sortingOf(query.get('sort') ?? sort) : sortedHere;
  const table = useTable({
    ...{ features: listFeatures, columns, data: rows, getRowId: rowId },
    state: { columnVisibility, rowSelection, sorting },
    ...{ onColumnVisibilityChange, onRowSelectionChange },
    onSortingChange: (next) => {
      const wanted = typeof next === 'function' ? next(sorting) : next;
      if (!paging) return sortHere(wanted);
      const text = sortText(wanted);
      change({ sort: text === sort ? '' : text });
    },
    ...{ manualSorting: paging !== undefined, sortDescFirst: false },
    ...{ enableSortingRemoval: false, enableMultiSort: false },
    enableRowSelection: nameOf !== undefined,
  });
  const ids = Object.keys(rowSelection).filter((id) => rowSelection[id]);
  const chosen: Chosen<Row> = {
    ids,
    rows: rows.filter((row) => rowSelection[rowId(row)]),
    clear: () => onRowSelectionChange({}),
  };
  const fileOf = async (saved: readonly Row[]) => {
    const { csvFile } = await import('./csv-file.ts');
    const known = table.getAllLeafColumns().filter(({ accessorFn }) => accessorFn);
    return csvFile(
      known.map(({ id, columnDef: { header } }) => (typeof header === 'string' ? header : id)),
      saved.map((row, index) => known.map(({ accessorFn }) => accessorFn?.(row, index))),
    );
  };
  const choose = (id: string) => table.getRow(id).toggleSelected();
  const sortable = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .map(({ id, columnDef: { header } }) => ({ id, label: typeof header === 'string' ? header : id }));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListTools
        {...{ list, filters, action, views, fileName }}
        sort={{ options: sortable, now: sortText(sorting), set: (text) => table.setSorting(sortingOf(text)) }}
        columns={table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide() && !column.columnDef.meta?.main)
          .map((column) => ({
            id: column.id,
            label: String(column.columnDef.header),
            shown: column.getIsVisible(),
            show: (shown) => column.toggleVisibility(shown),
          }))}
        file={file ?? (async () => fileOf(readAll ? await readAll() : rows))}
      />
      {rows.length === 0 ? (
        <>
          {found ? (
            <p role="status" className="text-ink-soft text-sm">
              {found}
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
                      partly={table.getIsSomeRowsSelected()}
                      onToggle={table.getToggleAllRowsSelectedHandler()}
                    />
                  </HeadCell>
                ) : null}
                {table.getFlatHeaders().map(({ column }) => {
                  const { header, meta } = column.columnDef;
                  const sorted = column.getCanSort() ? column.getIsSorted() : null;
                  return (
                    <HeadLabel
                      key={column.id}
                      label={String(header)}
                      unseen={meta?.unseenHead ?? false}
                      sorted={sorted}
                      onSort={() => column.toggleSorting()}
                      className={classes(
                        meta?.from && shownFrom[meta.from],
                        meta?.align === 'end' && 'text-end',
                      )}
                    />
                  );
                })}
              </tr>
            </thead>
            <tbody onKeyDown={rowKeys(choose)}>
              {table.getRowModel().rows.map((row) => {
                const cells = row.getVisibleCells();
                return (
                  <RowFrame key={row.id} id={row.id} chosen={row.getIsSelected()}>
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
                            meta?.from && shownFrom[meta.from],
                            meta?.align === 'end' && 'whitespace-nowrap text-end font-details tabular-nums',
                            meta?.className,
                          )}
                        >
                          <table.FlexRender cell={cell} />
                          {meta?.main ? (
                            <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 empty:hidden @4xl:hidden">
                              {cells.map((folded) => {
                                const { meta: about, header } = folded.column.columnDef;
                                if (!about?.from || about.dropped) return null;
                                return (
                                  <span
                                    key={folded.id}
                                    className={classes(
                                      'wrap-anywhere min-w-0 empty:hidden',
                                      foldedBelow[about.from],
                                    )}
                                  >
                                    {about.named ? (
                                      <span className="text-ink-soft">{`${header}: `}</span>
                                    ) : null}
                                    <table.FlexRender cell={folded} />
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
          {paging || found ? (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              {found ? (
                <p role="status" className="text-ink-soft text-sm">
                  {found}
                </p>
              ) : null}
              {paging ? <ListPages {...paging} shown={rows.length} /> : null}
            </div>
          ) : null}
        </div>
      )}
      {bulk?.(chosen) ?? (
        <BulkBar selected={chosen.rows.length} onClear={chosen.clear}>
          <ExportList list={list} label file={() => fileOf(chosen.rows)} />
        </BulkBar>
      )}
    </div>
  );
}
