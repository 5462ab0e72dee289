import { Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { Listing, ReportColumn } from './report-table.ts';
import { showCell } from './show-cell.ts';

type ReportRowsProps = Pick<Listing, 'columns' | 'rows' | 'measure'> & { caption: string };

/** Columns that fit beside each other on the narrowest phone. */
const mostOnPhones = 3;

const isFigure = ({ as }: ReportColumn) => as === 'count' || as === 'money' || as === 'days';

/**
 * Every figure of a report, as a table. Where room is short, its first column and its measure stay columns, and the others
 * stand under the first.
 */
export function ReportRows({ caption, columns, rows, measure }: ReportRowsProps) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const { currency } = useBrand();
  const isFurther = ({ word }: ReportColumn, index: number) =>
    columns.length > mostOnPhones && index > 0 && word !== measure.word;
  return (
    <div className="@container min-w-0 self-start">
      <Table caption={caption}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeadCell
                key={column.word}
                className={classes(
                  isFigure(column) && 'text-end!',
                  isFurther(column, index) && 'hidden @3xl:table-cell',
                )}
              >
                {t(column.word)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, to }) => {
            const said = columns.map(({ as }, index) => showCell(cells[index] ?? null, as, currency));
            return (
              <tr key={key} className="hover:bg-sunken">
                {columns.map((column, index) => (
                  <Cell
                    key={column.word}
                    className={classes(
                      isFigure(column) && 'whitespace-nowrap text-end font-details tabular-nums',
                      (column.as === 'day' || column.as === 'moment') && '@3xl:whitespace-nowrap',
                      isFurther(column, index) && 'hidden @3xl:table-cell',
                    )}
                  >
                    {index > 0 ? (
                      said[index]
                    ) : (
                      <>
                        <span className="wrap-anywhere font-medium">
                          {to ? (
                            <Link to={to} className="text-link underline">
                              {said[0]}
                            </Link>
                          ) : (
                            said[0]
                          )}
                        </span>
                        <span className="mt-0.5 flex flex-wrap gap-x-3 text-ink-soft text-xs empty:hidden @3xl:hidden">
                          {columns.map((further, place) =>
                            isFurther(further, place) ? (
                              <span key={further.word} className="wrap-anywhere">
                                {t('figure', { name: t(further.word), value: said[place] ?? '' })}
                              </span>
                            ) : null,
                          )}
                        </span>
                      </>
                    )}
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
