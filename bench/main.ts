import { parseArgs } from 'node:util';
import { version } from '../server/version.ts';
import { allStoresFigures } from './all-stores.ts';
import { catalogueFigures } from './catalogue.ts';
import { changeFigures } from './changes.ts';
import { CannotMeasure, type Figure, line } from './figures.ts';
import { firstRenderFigures } from './first-renders.ts';
import { javascriptFigures } from './javascript.ts';
import { languageFigures } from './languages.ts';
import { largestPaintFigures } from './largest-paint.ts';
import { lighthouseFigures } from './lighthouse.ts';
import { memoryFigures } from './memory.ts';
import { orderFigures } from './orders.ts';
import { pageFigures } from './pages.ts';
import { phoneFigures } from './phone.ts';
import { lostSince, recordReleased, releasedFigures } from './released.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';
import { staffListFigures } from './staff-lists.ts';
import { startFigures } from './start.ts';
import { updateFigures } from './update.ts';
import { workingDayFigures } from './working-day.ts';

/** The benchmarks by name. */
const parts: Record<string, (store: RunningStore) => Promise<Figure[]> | AsyncGenerator<Figure>> = {
  javascript: javascriptFigures,
  pages: pageFigures,
  'first-renders': firstRenderFigures,
  changes: changeFigures,
  phone: phoneFigures,
  'largest-paint': largestPaintFigures,
  languages: languageFigures,
  lighthouse: lighthouseFigures,
  catalogue: catalogueFigures,
  orders: () => orderFigures(),
  'staff-lists': staffListFigures,
  'all-stores': allStoresFigures,
  'working-day': workingDayFigures,
  start: () => startFigures(),
  update: () => updateFigures(),
  memory: () => memoryFigures(),
};

/**
 * `npm run bench` measures ratios to a baseline of the same run, and absolute values, and compares both with the last
 * release's. `npm run bench -- orders pages` runs only these; `--record` keeps the figures as a release's.
 */
const print = (text: string) => process.stdout.write(`${text}\n`);

const { values: flags, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  print(`There is no part named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

print('Opening a store with the demo catalogue…');
const store = await startRunningStore();
const figures: Figure[] = [];
const unmeasured: string[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    try {
      for await (const figure of await measure(store)) {
        figures.push(figure);
        print(line(figure));
      }
    } catch (error) {
      if (!(error instanceof CannotMeasure)) throw error;
      unmeasured.push(name);
      print(error.message);
    }
  }
} finally {
  await store.stop();
}
const released = releasedFigures();
const lost = figures.flatMap((figure) => {
  const share = lostSince(released, figure);
  return share > 0 ? [`${figure.name} lost ${Math.round(100 * share)} % since ${released.version}`] : [];
});
if (lost.length > 0) print(`\n${lost.join('\n')}`);
if (flags.record) recordReleased(version, figures);
const missed = figures.filter((figure) => !figure.holds);
if (unmeasured.length > 0) print(`\nNot measured: ${unmeasured.join(', ')}.`);
if (missed.length > 0) print(`\n${missed.length} of ${figures.length} figures miss their bar.`);
else if (figures.length > 0) print('\nEvery bar holds.');
process.exitCode = missed.length + unmeasured.length + lost.length === 0 ? 0 : 1;
