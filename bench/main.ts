import { dataApiFigures } from './data-api.ts';
import { type Figure, line } from './figures.ts';
import { javascriptFigures } from './javascript.ts';
import { orderFigures } from './orders.ts';
import { pageFigures } from './pages.ts';
import { startRunningStore } from './running-store.ts';
import { someProduct } from './some-product.ts';

/** `npm run bench`: every figure as a ratio to a yardstick of the same run, or as an absolute where the bar is one. */
const say = (text: string) => process.stdout.write(`${text}\n`);

say('Opening a store with the demo catalogue…');
const store = await startRunningStore();
const figures: Figure[] = [];
try {
  const product = await someProduct(store);
  const parts = [
    () => javascriptFigures(store, product),
    () => pageFigures(store, product),
    () => orderFigures(store),
    () => dataApiFigures(),
  ];
  for (const part of parts) {
    for (const figure of await part()) {
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
