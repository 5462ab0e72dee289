import { useMemo } from 'react';
import { Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { DataTable } from '../kit/list/data-table.tsx';
import { columnsOf } from '../kit/list/features.ts';
import { fileOfReport } from './export-report.ts';
import type { ReportQuery } from './report-range.ts';
import type { Cell, Listing, ReportColumn } from './report-table.ts';
import { showCell } from './show-cell.ts';

type ReportRowsProps = Pick<Listing, 'columns' | 'rows' | 'measure'> & { query: ReportQuery };
type ReportRow = Listing['rows'][number];

const column = columnsOf<ReportRow>();
const rowId = ({ key }: ReportRow) => key;

/** Columns that fit beside each other on the narrowest phone. */
const mostOnPhones = 3;

const isFigure = ({ as }: ReportColumn) => as === 'count' || as === 'money' || as === 'days';

/** A variant by the values of its options. */
function Variant({ name }: { name: Cell }) {
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
 * Every figure of a report, as a table. Where room is short, its first column and its measure stay columns, and the others
 * fold under the first.
 */
export function ReportRows({ query, columns, rows, measure }: ReportRowsProps) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const { currency } = useBrand();
  const folds = columns.length > mostOnPhones;
  const known = useMemo(
    () =>
      column.columns(
        columns.map((about, index) =>
          column.accessor(({ cells }) => cells[index] ?? null, {
            id: about.word,
            header: t(about.word),
            enableHiding: index > 0,
            sortUndefined: 'last',
            meta: {
              ...(index === 0 && { main: true }),
              ...(isFigure(about) && { align: 'end' as const }),
              ...(folds && index > 0 && about.word !== measure.word && { from: '3xl' as const, named: true }),
            },
            cell: ({ getValue, row: { original: row } }) => {
              const value = getValue();
              if (about.as === 'variant') return <Variant name={value} />;
              const said = showCell(value, about.as, currency);
              if (index > 0) return <span className="wrap-anywhere">{said}</span>;
              if (!row.to) return <span className="wrap-anywhere font-medium">{said}</span>;
              return (
                <Link to={row.to} className="wrap-anywhere font-medium text-link underline">
                  {said}
                </Link>
              );
            },
          }),
        ),
      ),
    [t, columns, folds, measure.word, currency],
  );
  return (
    <div className="@container min-w-0 self-start">
      <DataTable
        key={query.kind}
        list={`report-${query.kind}`}
        title={t(query.kind)}
        columns={known}
        rows={rows}
        rowId={rowId}
        nameOf={({ cells }) => String(cells[0] ?? '')}
        sort=""
        empty={<EmptyState title={t('nothing')}>{t('nothingWhy')}</EmptyState>}
        file={() => fileOfReport(query, (word) => t(word))}
        fileName={`${query.kind}-${query.from}-${query.to}`}
      />
    </div>
  );
}
