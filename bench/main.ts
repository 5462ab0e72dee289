import { catalogueFigures } from './catalogue.ts';
import { dataApiFigures } from './data-api.ts';
import { draggingFigures } from './dragging.ts';
import { enduranceFigures } from './endurance.ts';
import { type Figure, line } from './figures.ts';
import { javascriptFigures } from './javascript.ts';
import { listFigures } from './lists.ts';
import { orderFigures } from './orders.ts';
import { pageFigures } from './pages.ts';
import { phoneFigures } from './phone.ts';
import { reportFigures } from './reports.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';
import { seedFigures } from './seed.ts';
import { someProduct } from './some-product.ts';
import { upkeepFigures } from './upkeep.ts';

/** What can be measured; each part prints its own figures. */
const parts: Record<string, (store: RunningStore, product: string) => Promise<Figure[]>> = {
  javascript: javascriptFigures,
  pages: pageFigures,
  phone: phoneFigures,
  catalogue: catalogueFigures,
  seed: () => seedFigures(),
  upkeep: () => upkeepFigures(),
  dragging: draggingFigures,
  orders: () => orderFigures(),
  'data-api': () => dataApiFigures(),
  reports: () => reportFigures(),
  lists: () => listFigures(),
  endurance: () => enduranceFigures(),
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
  const product = await someProduct(store);
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    for (const figure of await measure(store, product)) {
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
