import { useMemo } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { useOfficeStores } from '../ui/office-stores.ts';
import { RowLink } from '../ui/row-link.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { readFullReport } from './read-reports.ts';
import type { ReportQuery } from './report-range.ts';
import type { ReportCell, ReportColumn, ReportListing } from './report-table.ts';
import { showCell } from './show-cell.ts';

type ReportRowsProps = Omit<ReportListing, 'bars'> & {
  query: ReportQuery;
  /** Ids of the stores that the report is about. */
  stores: readonly string[];
};
type ReportRow = ReportListing['rows'][number];

const column = columnsOf<ReportRow>();
const rowId = ({ key }: ReportRow) => key;

/** Maximum number of columns on the narrowest phone. */
const mostOnPhones = 3;

const isNumeric = ({ format }: ReportColumn) => ['count', 'money', 'percent', 'days'].includes(format);

/** A variant by its option values. */
function Variant({ name }: { name: ReportCell }) {
  const values = typeof name === 'string' && name ? name.split(' / ') : [];
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {values.map((value) => (
        <OptionChip key={value} value={value} />
      ))}
    </span>
  );
}

/**
 * Table of a report. On narrow pages the first column and the measure remain, and all others fold into the
 * first.
 */
export function ReportRows({ query, stores, columns, rows, measure }: ReportRowsProps) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  const officeStores = useOfficeStores();
  const collapses = columns.length > mostOnPhones;
  const { labelOf, cellText } = useMemo(() => {
    const nameOf = (id: ReportCell) => officeStores.find((store) => store.id === id)?.name ?? id;
    return {
      labelOf: ({ labelKey, tenantId }: ReportColumn) => String(tenantId ? nameOf(tenantId) : t(labelKey)),
      cellText: (cell: ReportCell, { format }: ReportColumn) => (format === 'store' ? nameOf(cell) : cell),
    };
  }, [t, officeStores]);
  const tableColumns = useMemo(
    () =>
      column.columns(
        columns.map((about, index) =>
          column.accessor(({ cells }) => cellText(cells[index] ?? null, about), {
            id: about.tenantId ? `${about.labelKey} ${about.tenantId}` : about.labelKey,
            header: labelOf(about),
            enableHiding: index > 0,
            sortUndefined: 'last',
            meta: {
              ...(index === 0 && { isMain: true }),
              ...(isNumeric(about) && { align: 'end' as const }),
              ...(collapses &&
                index > 0 &&
                (about.labelKey !== measure.labelKey || about.tenantId !== undefined) && {
                  from: '3xl' as const,
                  named: true,
                }),
            },
            cell: ({ getValue, row: { original: row } }) => {
              const value = getValue();
              if (about.format === 'store') return <StoreMark tenantId={row.tenantId ?? ''} />;
              if (about.format === 'variant') return <Variant name={value} />;
              const text = showCell(value, about.format, currency);
              if (index > 0) return <span className="wrap-anywhere">{text}</span>;
              if (!row.to) return <span className="wrap-anywhere font-medium">{text}</span>;
              return (
                <RowLink
                  tenantId={row.tenantId ?? stores[0] ?? ''}
                  to={row.to}
                  className="wrap-anywhere font-medium text-link underline"
                >
                  {text}
                </RowLink>
              );
            },
          }),
        ),
      ),
    [labelOf, cellText, columns, collapses, measure.labelKey, currency, stores],
  );
  const createFile = async () => {
    const [report, { reportCsv }] = await Promise.all([
      readFullReport(stores, query),
      import('./report-csv.ts'),
    ]);
    return reportCsv(
      report.columns,
      report.columns.map(labelOf),
      report.rows.map(({ cells }) =>
        cells.map((cell, index) => {
          const about = report.columns[index];
          return about ? cellText(cell, about) : cell;
        }),
      ),
    );
  };
  return (
    <div className="@container min-w-0 self-start">
      <DataTable
        key={query.kind}
        list={{
          name: `report-${query.kind}`,
          title: t(query.kind),
          columns: tableColumns,
          rowId,
          nameOf: ({ cells }) => String(cells[0] ?? ''),
          sort: '',
        }}
        rows={rows}
        empty={<EmptyState title={t('nothing')}>{t('noSalesWhy')}</EmptyState>}
        exports={{ file: createFile, fileName: `${query.kind}-${query.from}-${query.to}` }}
      />
    </div>
  );
}
