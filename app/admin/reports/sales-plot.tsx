import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatMoney } from '#app/i18n/format.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { pageDirection } from '#app/ui/page-direction.ts';
import type { TimeBucket } from './report-range.ts';
import type { SalesPoint } from './sales-series.ts';
import { shortAmount, shortDay } from './show-cell.ts';

type SalesPlotProps = { points: SalesPoint[]; by: TimeBucket };

// A label such as "1.8 ألف" keeps the direction of its own letters, wherever the plot places it.
const tick = { fill: 'var(--ink-soft)', fontSize: 12, style: { unicodeBidi: 'plaintext' } } as const;

/** Sales over time as an area, the comparison as a dashed line. Time runs in the page's reading direction. */
export default function SalesPlot({ points, by }: SalesPlotProps) {
  const rows = points.map((point) => ({ ...point, earlier: point.before?.revenue ?? null }));
  const showDots = rows.length < 3;
  const turned = pageDirection() === 'rtl';
  return (
    <ResponsiveContainer width="100%" height={320} initialDimension={{ width: 640, height: 320 }}>
      <ComposedChart
        data={rows}
        accessibilityLayer={false}
        margin={{ top: 12, right: turned ? 0 : 12, bottom: 0, left: turned ? 12 : 0 }}
        // SVG text anchors follow the page's direction, but the plot places texts for left to right.
        style={{ direction: 'ltr' }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          reversed={turned}
          tick={tick}
          tickFormatter={(day: string) => shortDay(day, by)}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={28}
          tickMargin={8}
        />
        <YAxis
          orientation={turned ? 'right' : 'left'}
          tick={tick}
          tickFormatter={shortAmount}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={false}
        />
        <Tooltip
          content={({ payload }) => <PlotTooltip point={payload?.[0]?.payload} />}
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
        />
        <Line
          dataKey="earlier"
          stroke="var(--ink-soft)"
          strokeWidth={2}
          strokeDasharray="4 5"
          dot={showDots ? { r: 4, strokeDasharray: '0' } : false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Area
          dataKey="revenue"
          stroke="var(--link)"
          strokeWidth={2.5}
          fill="var(--link)"
          fillOpacity={0.12}
          dot={showDots ? { r: 4, fill: 'var(--link)', fillOpacity: 1 } : false}
          activeDot={{ r: 5, stroke: 'var(--surface)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function PlotTooltip({ point }: { point: SalesPoint | undefined }) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  if (!point) return null;
  const parts = [
    { name: t('now'), mark: 'bg-link', ...point },
    ...(point.before ? [{ name: t('earlier'), mark: 'bg-ink-soft', ...point.before }] : []),
  ];
  return (
    <div
      dir={pageDirection()}
      className="stroked grid gap-2 rounded-card bg-raised px-3 py-2 text-ink text-sm shadow-raised"
    >
      {parts.map(({ name, mark, day, revenue, orders }) => (
        <div key={name} className="grid grid-cols-[auto_1fr] items-center gap-x-2">
          <span className={`size-2.5 rounded-full ${mark}`} />
          <span className="text-ink-soft">{formatDate(day)}</span>
          <span className="col-start-2 font-details font-semibold tabular-nums">
            {formatMoney(revenue, currency)}
          </span>
          <span className="col-start-2 text-ink-soft">{t('ordersCount', { count: orders })}</span>
        </div>
      ))}
    </div>
  );
}
