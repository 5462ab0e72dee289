/** A measured figure, its bar, and whether it holds. */
export interface Figure {
  name: string;
  /** Measured values, one per repetition. */
  values: readonly number[];
  unit: string;
  /** The bar as text, such as "≥ 0.8"; '' for none. */
  bar: string;
  holds: boolean;
  /** Cores used by the process under test, one per repetition; empty where load is irrelevant. */
  cores: readonly number[];
}

/** Why part of the bench cannot run on this machine, as a sentence. */
export class CannotMeasure extends Error {}

/** Interquartile range relative to the median, beyond which a figure is too noisy. */
const maxSpread = 0.3;
/** Cores that the process must use; below, the generator or the machine was the bottleneck. */
const minCores = 0.9;

/** A figure with a lower bar. */
export function atLeast(
  name: string,
  values: readonly number[],
  least: number,
  unit = '',
  cores: readonly number[] = [],
): Figure {
  return { name, values, unit, bar: `≥ ${least}`, holds: median(values) >= least, cores };
}

/** A figure with an upper bar. */
export function atMost(name: string, values: readonly number[], most: number, unit = ''): Figure {
  return { name, values, unit, bar: `≤ ${most}`, holds: median(values) <= most, cores: [] };
}

/** A figure without a bar. */
export function reported(name: string, values: readonly number[], unit = ''): Figure {
  return { name, values, unit, bar: '', holds: true, cores: [] };
}

/** The quantile of some values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [Math.floor(place), Math.ceil(place)].map((at) => sorted[at] ?? Number.NaN);
  return (below ?? 0) + ((above ?? 0) - (below ?? 0)) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Why a figure is unreliable; '' when it is reliable. */
export function noise({ values, cores }: Figure): string {
  if (cores.length > 0 && median(cores) < minCores) return 'not at a full core';
  const spread = quantile(values, 0.75) - quantile(values, 0.25);
  return values.length > 2 && spread > maxSpread * Math.abs(median(values)) ? 'too noisy to tell' : '';
}

/** Formats a figure: name, median, spread, bar, cores. */
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
