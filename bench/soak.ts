import { attackSoak } from './attack.ts';
import { type Figure, line } from './figures.ts';
import { soak } from './memory.ts';

/**
 * `npm run soak`: half an hour of mixed load, reporting memory every minute. `npm run soak -- 5` runs five
 * minutes, `npm run soak -- attack 10` ten minutes of attacks alongside honest shoppers.
 */
const print = (text: string) => process.stdout.write(`${text}\n`);

const [kind, ...others] = process.argv.slice(2);
const isAttack = kind === 'attack';
const minutesArgument = (isAttack ? others[0] : kind) ?? '30';
const minutes = Number(minutesArgument);
const least = isAttack ? 1 : 2;
if (!Number.isInteger(minutes) || minutes < least) {
  print(
    `"${minutesArgument}" is no number of minutes. ${least} or more are needed, as in: npm run soak -- 30`,
  );
  process.exit(1);
}
const row = (cells: readonly (number | string)[], widths: readonly number[]) =>
  print(cells.map((cell, at) => String(cell).padStart(widths[at] ?? 8)).join(''));

async function underMixedLoad(): Promise<Figure[]> {
  print(`Opening a store with the demo catalogue, for ${minutes} minutes of mixed load…`);
  const widths = [6, 7, 13, 12, 13, 19];
  row(['minute', 'Node', 'PostgreSQL', 'both (MB)', 'requests/s', 'slowest 1 % (ms)'], widths);
  return soak(minutes, ({ minute, node, postgres, perSecond, p99 }) =>
    row([minute, node, postgres, node + postgres, perSecond, p99].map(Math.round), widths),
  );
}

async function underAttack(): Promise<Figure[]> {
  print(`Opening a store with the demo catalogue, for ${minutes} minutes of attacks beside honest shoppers…`);
  const widths = [6, 7, 13, 12, 21, 22];
  row(['second', 'Node', 'PostgreSQL', 'both (MB)', 'slowest pages (ms)', 'slowest orders (ms)'], widths);
  return attackSoak(minutes * 60, ({ seconds, node, postgres, pages, orders }) =>
    row([seconds, node, postgres, node + postgres, pages, orders].map(Math.round), widths),
  );
}

const figures = await (isAttack ? underAttack() : underMixedLoad());
for (const figure of figures) print(line(figure));
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1;
