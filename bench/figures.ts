/** One line of the bench: a figure, what it is held against, and whether it holds. */
export interface Figure {
  name: string;
  /** Measured values, one a repetition. */
  values: readonly number[];
  unit: string;
  /** The bar in words, such as "≥ 0.8"; '' for a figure that has none. */
  bar: string;
  holds: boolean;
  /** Cores that the process under test was busy on meanwhile, one a repetition; none where the load is no matter. */
  cores: readonly number[];
}

/** Share of the median that the middle half of the values may span before they tell nothing. */
const widest = 0.3;
/** Cores that a process has to be busy on, else the generator or the machine was measured. */
const fullCore = 0.9;

/** A figure that has to be at least something. */
export function atLeast(
  name: string,
  values: readonly number[],
  least: number,
  unit = '',
  cores: readonly number[] = [],
): Figure {
  return { name, values, unit, bar: `≥ ${least}`, holds: median(values) >= least, cores };
}

/** A figure that may be at most something. */
export function atMost(name: string, values: readonly number[], most: number, unit = ''): Figure {
  return { name, values, unit, bar: `≤ ${most}`, holds: median(values) <= most, cores: [] };
}

/** A figure that is held against nothing. */
export function told(name: string, values: readonly number[], unit = ''): Figure {
  return { name, values, unit, bar: '', holds: true, cores: [] };
}

/** The value below which a share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [Math.floor(place), Math.ceil(place)].map((at) => sorted[at] ?? Number.NaN);
  return (below ?? 0) + ((above ?? 0) - (below ?? 0)) * (place - Math.floor(place));
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Why a figure tells nothing; '' when it does. */
export function noise({ values, cores }: Figure): string {
  if (cores.length > 0 && median(cores) < fullCore) return 'not at a full core';
  const spread = quantile(values, 0.75) - quantile(values, 0.25);
  return values.length > 2 && spread > widest * Math.abs(median(values)) ? 'too noisy to tell' : '';
}

/** A figure as a line: name, median, spread, bar, cores. */
export function line(figure: Figure): string {
  const { name, values, unit, bar, holds, cores } = figure;
  const spread = values.length > 1 ? `(${number(Math.min(...values))} – ${number(Math.max(...values))})` : '';
  const troubled = bar === '' ? '' : noise(figure);
  const mark = bar === '' ? ' ' : troubled ? '?' : holds ? '✓' : '✗';
  const busy = cores.length > 0 ? `at ${median(cores).toFixed(2)} cores` : '';
  const value = `${number(median(values))} ${unit}`.trim();
  return [mark, name.padEnd(60), value.padStart(12), spread.padEnd(20), bar, busy, troubled]
    .join(' ')
    .trimEnd();
}

function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2).replace(/\.?0+$/, '');
}
