import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Figure, median, noise } from './figures.ts';

/** Figures of the last release: medians by name. */
export interface Released {
  version: string;
  /** The processor that they were measured on: another one's times cannot be compared. */
  processor: string;
  figures: Readonly<Record<string, number>>;
}

const file = new URL('./released-figures.json', import.meta.url);
/** Share of a figure that a version may lose. */
const tolerated = 0.1;
/** Units of figures that depend on the machine. */
const timeUnits = new Set(['ms', 's', '/s', 'orders/s']);

const thisProcessor = (): string => cpus()[0]?.model ?? '';

export function releasedFigures(): Released {
  return JSON.parse(readFileSync(file, 'utf8')) as Released;
}

/** Writes measured figures as a release's. Figures of parts that were not measured stay if they are the same release's. */
export function recordReleased(version: string, measured: readonly Figure[]): void {
  const before = releasedFigures();
  const processor = thisProcessor();
  const isSame = before.version === version && before.processor === processor;
  const medians = measured.filter(isComparable).map(({ name, values }) => [name, round(median(values))]);
  const figures = { ...(isSame ? before.figures : {}), ...Object.fromEntries(medians) };
  writeFileSync(file, `${JSON.stringify({ version, processor, figures } satisfies Released, null, 2)}\n`);
}

/** How much of a release's figure is lost, such as 0.2; 0 for a figure that is better, noisy or not comparable. */
export function lostSince(released: Released, figure: Figure, processor = thisProcessor()): number {
  const before = released.figures[figure.name];
  if (!before || !isComparable(figure) || noise(figure)) return 0;
  if (timeUnits.has(figure.unit) && processor !== released.processor) return 0;
  const now = median(figure.values);
  const lost = figure.bar.startsWith('≥') ? 1 - now / before : now / before - 1;
  return lost > tolerated ? lost : 0;
}

/** Only a bar says which direction is better. */
const isComparable = ({ bar, values }: Figure) => bar !== '' && Number.isFinite(median(values));

const round = (value: number) => Number(value.toPrecision(4));
