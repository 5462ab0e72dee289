import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, formatNumber } from '#app/i18n/format.ts';
import { adminMorningTexts } from '#app/i18n/texts/admin-morning.ts';
import {
  type CountedFigure,
  type Figure,
  type FigureCell,
  type FigureRow,
  groupFigures,
  hasValue,
  isCompared,
  isMoney,
  isQueue,
  listPath,
  rowsQuery,
} from '#app/lib/morning-figures.ts';
import { classes } from '#app/ui/classes.ts';
import { useOfficeStores } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { OfficeLink } from './office-link.tsx';

type FigureBoardProps = {
  figures: readonly CountedFigure[];
  /** ISO date of the day that the figures are about. */
  day: string;
};

/** The figures by group: the stores side by side, then their sum. On phones each figure is a card with a line per store. */
export function FigureBoard({ figures, day }: FigureBoardProps) {
  const t = adminMorningTexts();
  const stores = useOfficeStores();
  const storeIds = stores
    .map(({ id }) => id)
    .filter((id) => figures.some(({ tenant_id }) => tenant_id === id));
  const hasSum = storeIds.length > 1;
  const columns = {
    gridTemplateColumns: `minmax(10rem,1.4fr) repeat(${storeIds.length + (hasSum ? 1 : 0)},minmax(0,1fr))`,
  };
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-6">
      {groupFigures(figures, storeIds).map(({ group, rows }) => (
        <section
          key={group}
          aria-labelledby={`morning-${group}`}
          className="stroked grid grid-cols-[minmax(0,1fr)] rounded-card border-line bg-surface p-4 lg:px-5"
        >
          <div style={columns} className="grid items-end gap-x-4 gap-y-1 @max-4xl:block!">
            <h2 id={`morning-${group}`} className="text-lg">
              {t(`group_${group}`)}
            </h2>
            {hasSum ? (
              <>
                {storeIds.map((id) => (
                  <span
                    key={id}
                    aria-hidden="true"
                    className="hidden min-w-0 justify-end text-ink-soft text-sm @4xl:flex"
                  >
                    <StoreMark tenantId={id} />
                  </span>
                ))}
                <span aria-hidden="true" className="hidden text-end text-ink-soft text-sm @4xl:block">
                  {t('allStores')}
                </span>
              </>
            ) : null}
          </div>
          <ul className="divide-y">
            {rows.map((row) => (
              <li
                key={row.figure}
                style={columns}
                className={classes(
                  'grid items-baseline gap-x-4 py-2.5',
                  // On phones a figure without anything is one line.
                  hasSum && row.cells.some(hasValue) ? '@max-4xl:block!' : '@max-4xl:flex! justify-between',
                )}
              >
                <h3 className="font-medium font-text text-sm">{t(row.figure)}</h3>
                {storeIds.map((id) => (
                  <StoreCell
                    key={id}
                    row={row}
                    cell={row.cells.find(({ tenantId }) => tenantId === id)}
                    name={hasSum ? <StoreMark tenantId={id} /> : null}
                    day={day}
                  />
                ))}
                {hasSum ? <StoreCell row={row} cell={row.sum} name={t('allStores')} day={day} isSum /> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type StoreCellProps = {
  row: FigureRow;
  /** Undefined where the person may not see the figure, or where there is nothing to add up. */
  cell: FigureCell | undefined;
  name: React.ReactNode;
  day: string;
  isSum?: boolean;
};

function StoreCell({ row: { figure, sum }, cell, name, day, isSum = false }: StoreCellProps) {
  const hasSiblings = sum !== undefined;
  const t = adminMorningTexts();
  const format = useFigureValue();
  if (!cell) return <span className="hidden text-end text-ink-soft @4xl:block" />;
  return (
    <p
      className={classes(
        'flex min-w-0 items-baseline justify-between gap-3 @max-4xl:min-h-9 @4xl:block @4xl:text-end',
        isSum && 'font-semibold',
        hasSiblings && !isSum && !hasValue(cell) && '@max-4xl:hidden',
      )}
    >
      {name ? (
        // A sum of nothing stands beside its heading on phones.
        <span className={classes('min-w-0 text-sm @4xl:sr-only', isSum && !hasValue(cell) && 'sr-only')}>
          {name}
        </span>
      ) : null}
      <span className="ms-auto shrink-0 text-end">
        <FigureValue figure={figure} cell={cell} day={day} />
        {isCompared(figure) ? (
          <span className="block font-normal text-ink-soft text-xs tabular-nums">
            {t('weekBefore', { value: format(figure, cell.before) })}
          </span>
        ) : null}
      </span>
    </p>
  );
}

/** The figure, as a link to its rows: a queue's are its list. */
function FigureValue({ figure, cell, day }: { figure: Figure; cell: FigureCell; day: string }) {
  const t = adminMorningTexts();
  const stores = useOfficeStores();
  const value = useFigureValue()(figure, cell.value);
  if (cell.entries === 0) return <span className="font-details text-ink-soft tabular-nums">{value}</span>;
  const store = stores.find(({ id }) => id === cell.tenantId)?.name ?? t('allStores');
  const link = {
    className: 'font-details text-link tabular-nums underline underline-offset-4 hover:decoration-2',
    'aria-label': t('opens', { figure: t(figure), store, value }),
  };
  const list = isQueue(figure) ? listPath(figure) : undefined;
  return list ? (
    <OfficeLink tenantId={cell.tenantId} path={list} {...link}>
      {value}
    </OfficeLink>
  ) : (
    <Link to={`${href('/admin/morning')}${rowsQuery(figure, cell.tenantId, day)}`} {...link}>
      {value}
    </Link>
  );
}

function useFigureValue(): (figure: Figure, value: number) => string {
  const { currency } = useBrand();
  return (figure, value) => (isMoney(figure) ? formatMoney(value, currency) : formatNumber(value));
}
