import { useBrand } from '#app/brands/use-brand.ts';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Bar, ReportColumn } from './report-table.ts';
import { showCell } from './show-cell.ts';

/** Horizontal bars with name and value above each. */
export function BarsPlot({ bars, measure }: { bars: Bar[]; measure: ReportColumn }) {
  const t = useTranslations('admin-reports', adminReportsMessages);
  const { currency } = useBrand();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="grid gap-3 text-sm">
      {bars.map(({ key, label, value }) => (
        <li key={key} className="grid gap-1">
          <span className="flex justify-between gap-3">
            <span className="truncate">{label}</span>
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
