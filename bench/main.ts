import { catalogueFigures } from './catalogue.ts';
import { changeFigures } from './changes.ts';
import { type Figure, line } from './figures.ts';
import { firstRenderFigures } from './first-renders.ts';
import { javascriptFigures } from './javascript.ts';
import { lighthouseFigures } from './lighthouse.ts';
import { memoryFigures } from './memory.ts';
import { orderFigures } from './orders.ts';
import { pageFigures } from './pages.ts';
import { phoneFigures } from './phone.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';
import { startFigures } from './start.ts';

/** What can be measured; each part prints its own figures. */
const parts: Record<string, (store: RunningStore) => Promise<Figure[]>> = {
  javascript: javascriptFigures,
  pages: pageFigures,
  'first-renders': firstRenderFigures,
  changes: changeFigures,
  phone: phoneFigures,
  lighthouse: lighthouseFigures,
  catalogue: catalogueFigures,
  orders: () => orderFigures(),
  start: () => startFigures(),
  memory: () => memoryFigures(),
};

/**
 * `npm run bench`: every figure as a ratio to a yardstick of the same run, or as an absolute where the bar is one.
 * `npm run bench -- orders pages` measures these parts alone.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  say(`There is no part named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

say('Opening a store with the demo catalogue…');
const store = await startRunningStore();
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    for (const figure of await measure(store)) {
      figures.push(figure);
      say(line(figure));
    }
  }
} finally {
  await store.stop();
}
const missed = figures.filter((figure) => !figure.holds);
say(
  missed.length === 0
    ? '\nEvery bar holds.'
    : `\n${missed.length} of ${figures.length} figures miss their bar.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
