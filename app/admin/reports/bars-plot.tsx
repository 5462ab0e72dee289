import { Bar, BarChart, LabelList, ResponsiveContainer, usePlotArea, XAxis, YAxis } from 'recharts';
import { useBrand } from '#app/brands/use-brand.ts';
import { reportWords } from '#app/messages/en/admin-reports.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { Bar as BarOf, ReportColumn } from './report-table.ts';
import { showCell } from './show-cell.ts';

type BarsPlotProps = { bars: BarOf[]; measure: ReportColumn };
type Row = { label: string; said: string };

const rowHeight = 46;
/** Room that a letter of a name takes, in pixels; generous, so that a name never meets its value. */
const letterWidth = 7.5;

/** Bars one under the other, each with its name and its value above it. */
export default function BarsPlot({ bars, measure }: BarsPlotProps) {
  const t = useWords(reportWords);
  const { currency } = useBrand();
  const rows = bars.map((bar, index) => ({
    ...bar,
    key: `${index}`,
    said:
      measure.as === 'days' ? t('daysValue', { days: bar.value }) : showCell(bar.value, measure.as, currency),
  }));
  const height = rows.length * rowHeight + 12;
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 480, height }}>
      <BarChart
        data={rows}
        layout="vertical"
        accessibilityLayer={false}
        barSize={10}
        margin={{ top: 12, right: 0, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide domain={[0, (most: number) => most || 1]} />
        <YAxis type="category" dataKey="key" hide />
        <Bar
          dataKey="value"
          fill="var(--link)"
          radius={3}
          minPointSize={(value) => (value ? 2 : 0)}
          background={{ fill: 'var(--sunken)', radius: 3 }}
          isAnimationActive={false}
        >
          <LabelList content={({ y, index }) => <Head y={y} row={rows[index ?? -1]} />} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

function Head({ y, row }: { y: string | number | undefined; row: Row | undefined }) {
  const plot = usePlotArea();
  if (!row || !plot) return null;
  const letters = [...row.label];
  const room = Math.max(8, Math.floor(plot.width / letterWidth) - row.said.length - 2);
  const name = letters.length > room ? `${letters.slice(0, room).join('').trimEnd()}…` : row.label;
  return (
    <g transform={`translate(0 ${Number(y) - 7})`} fontSize={13} fill="var(--ink)">
      <text x={plot.x}>{name}</text>
      <text x={plot.x + plot.width} textAnchor="end" fontWeight={600} className="font-details tabular-nums">
        {row.said}
      </text>
    </g>
  );
}
