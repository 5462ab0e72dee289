import { Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { reportWords } from '#app/messages/en/admin-reports.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { Listing, ReportColumn } from './report-table.ts';
import { showCell } from './show-cell.ts';

type ReportRowsProps = Pick<Listing, 'columns' | 'rows'> & { caption: string };

const isFigure = ({ as }: ReportColumn) => as === 'count' || as === 'money' || as === 'days';

/** Every figure of a plot, as a table. */
export function ReportRows({ caption, columns, rows }: ReportRowsProps) {
  const t = useWords(reportWords);
  const { currency } = useBrand();
  return (
    <div className="min-w-0 self-start">
      <Table caption={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.word} className={isFigure(column) ? 'text-end!' : undefined}>
                {t(column.word)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, to }) => (
            <tr key={key} className="hover:bg-sunken">
              {columns.map((column, index) => {
                const said = showCell(cells[index] ?? null, column.as, currency);
                return (
                  <Cell
                    key={column.word}
                    className={classes(
                      isFigure(column) && 'whitespace-nowrap text-end font-details tabular-nums',
                      (column.as === 'day' || column.as === 'moment') && 'whitespace-nowrap',
                      index === 0 && 'min-w-36 font-medium',
                    )}
                  >
                    {index === 0 && to ? (
                      <Link to={to} className="text-link underline">
                        {said}
                      </Link>
                    ) : (
                      said
                    )}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
