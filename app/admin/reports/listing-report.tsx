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

/** Where the plot stands beside the table instead of above it, by the table's columns. */
const beside: Record<number, string> = {
  2: '@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
  3: '@3xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
  4: '@6xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
};

type ListingReportProps = { query: ReportQuery; listing: Listing & { more: boolean } };

/** A report of things side by side: bars, and the table with every figure. */
export function ListingReport({ query, listing }: ListingReportProps) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const { currency } = useBrand();
  const { kind } = query;
  const { columns, rows, bars, measure, more } = listing;
  // Slots stand in the order of the week.
  const first = kind === 'slots' ? bars.toSorted((a, b) => b.value - a.value)[0] : bars[0];
  if (!first) {
    return <ReportRows {...{ query, columns, rows, measure }} />;
  }
  const says = t('barsPlot', {
    measure: t(measure.word),
    name: t(columns[0]?.word ?? kind).toLowerCase(),
    first: first.label,
    value: showCell(first.value, measure.as, currency),
  });
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
        beside[Math.min(columns.length, 4)],
      )}
    >
      <PlotFrame says={says} caption={<p className="font-semibold">{t(measure.word)}</p>}>
        <BarsPlot bars={bars} measure={measure} />
      </PlotFrame>
      <div className="grid min-w-0 gap-2">
        <ReportRows {...{ query, columns, rows, measure }} />
        {more ? <p className="text-ink-soft text-sm">{t('shown', { count: rows.length })}</p> : null}
      </div>
    </div>
  );
}
