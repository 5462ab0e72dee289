/** One line of the bench: a figure, what it is held against, and whether it holds. */
export interface Figure {
  name: string;
  /** Measured values, one a repetition. */
  values: number[];
  unit: string;
  /** The bar in words, such as "≥ 0.8". */
  bar: string;
  holds: boolean;
}

/** The middle of some values; the mean of the two middle ones for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A figure that has to be at least something. */
export function atLeast(name: string, values: number[], least: number, unit = ''): Figure {
  return { name, values, unit, bar: `≥ ${least}`, holds: median(values) >= least };
}

/** A figure that may be at most something. */
export function atMost(name: string, values: number[], most: number, unit = ''): Figure {
  return { name, values, unit, bar: `≤ ${most}`, holds: median(values) <= most };
}

/** A figure that is told without being held against anything. */
export function told(name: string, values: number[], unit = ''): Figure {
  return { name, values, unit, bar: '', holds: true };
}

function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2).replace(/\.?0+$/, '');
}

/** A figure as a line: name, median, spread, bar. */
export function line({ name, values, unit, bar, holds }: Figure): string {
  const spread = values.length > 1 ? `(${number(Math.min(...values))} – ${number(Math.max(...values))})` : '';
  const mark = bar === '' ? ' ' : holds ? '✓' : '✗';
  return `${mark} ${name.padEnd(54)} ${`${number(median(values))} ${unit}`.trim().padStart(12)} ${spread.padEnd(20)} ${bar}`;
}
