import { useBrand } from '#app/brands/use-brand.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { classes } from '#app/ui/classes.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { PlotFrame } from './plot-frame.tsx';
import type { ReportQuery } from './report-range.ts';
import { ReportRows } from './report-rows.tsx';
import type { Bar, ReportColumn, ReportListing } from './report-table.ts';
import { showCell } from './show-cell.ts';

/** Layout of plot and table side by side, by number of columns. */
const layouts: Record<number, string> = {
  2: '@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
  3: '@3xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
  4: '@6xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
};

type ListingReportProps = {
  query: ReportQuery;
  /** Ids of the stores that the report is about. */
  stores: readonly string[];
  listing: ReportListing & { more: boolean };
};

/** A report as bars and a table. */
export function ListingReport({ query, stores, listing: { bars, more, ...table } }: ListingReportProps) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  const { columns, rows, measure } = table;
  // Delivery slots are sorted by weekday, so the first bar may not be the highest.
  const first = query.kind === 'slots' ? bars.toSorted((a, b) => b.value - a.value)[0] : bars[0];
  if (!first) return <ReportRows query={query} stores={stores} {...table} />;
  const description = t('barsPlot', {
    measure: t(measure.labelKey),
    name: t(columns[0]?.labelKey ?? query.kind).toLowerCase(),
    first: first.label,
    value: showCell(first.value, measure.format, currency),
  });
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
        layouts[Math.min(columns.length, 4)],
      )}
    >
      <PlotFrame description={description} caption={<p className="font-semibold">{t(measure.labelKey)}</p>}>
        <BarsPlot bars={bars} measure={measure} />
      </PlotFrame>
      <div className="grid min-w-0 gap-2">
        <ReportRows query={query} stores={stores} {...table} />
        {more ? <p className="text-ink-soft text-sm">{t('shown', { count: rows.length })}</p> : null}
      </div>
    </div>
  );
}

/** Horizontal bars with name and value above each. */
export function BarsPlot({ bars, measure }: { bars: Bar[]; measure: ReportColumn }) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="grid gap-3 text-sm">
      {bars.map(({ key, label, value, tenantId }) => (
        <li key={key} className="grid gap-1">
          <span className="flex justify-between gap-3">
            <span className="truncate">{label}</span>
            {tenantId ? <StoreMark tenantId={tenantId} className="ms-auto max-w-32 text-ink-soft" /> : null}
            <span className="whitespace-nowrap font-details font-semibold tabular-nums">
              {measure.format === 'days'
                ? t('daysValue', { days: value })
                : showCell(value, measure.format, currency)}
            </span>
          </span>
          <span className="block h-2.5 overflow-hidden rounded-sm bg-sunken">
            <span
              className="block h-full rounded-sm bg-link"
              style={{ width: value > 0 ? `max(2px, ${(100 * value) / most}%)` : 0 }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
