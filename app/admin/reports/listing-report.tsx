import { useBrand } from '#app/brands/use-brand.ts';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { BarsPlot } from './bars-plot.tsx';
import { PlotFrame } from './plot-frame.tsx';
import type { ReportQuery } from './report-range.ts';
import { ReportRows } from './report-rows.tsx';
import type { Listing } from './report-table.ts';
import { showCell } from './show-cell.ts';

/** Layout of plot and table side by side, by number of columns. */
const layouts: Record<number, string> = {
  2: '@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
  3: '@3xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
  4: '@6xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
};

type ListingReportProps = { query: ReportQuery; listing: Listing & { more: boolean } };

/** A report as bars and a table. */
export function ListingReport({ query, listing }: ListingReportProps) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const { currency } = useBrand();
  const { kind } = query;
  const { columns, rows, bars, measure, more } = listing;
  // Slots are in the order of the week.
  const first = kind === 'slots' ? bars.toSorted((a, b) => b.value - a.value)[0] : bars[0];
  if (!first) {
    return <ReportRows {...{ query, columns, rows, measure }} />;
  }
  const description = t('barsPlot', {
    measure: t(measure.labelKey),
    name: t(columns[0]?.labelKey ?? kind).toLowerCase(),
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
        <ReportRows {...{ query, columns, rows, measure }} />
        {more ? <p className="text-ink-soft text-sm">{t('shown', { count: rows.length })}</p> : null}
      </div>
    </div>
  );
}
