import { line } from './figures.ts';
import { soak } from './memory.ts';

/** `npm run soak`: half an hour of mixed load with memory per minute; `npm run soak -- 5` runs five minutes. */
const print = (text: string) => process.stdout.write(`${text}\n`);

const minutesArgument = process.argv[2] ?? '30';
const minutes = Number(minutesArgument);
if (!Number.isInteger(minutes) || minutes < 2) {
  print(`"${minutesArgument}" is no number of minutes. Two or more are needed, as in: npm run soak -- 30`);
  process.exit(1);
}

print(`Opening a store with the demo catalogue, for ${minutes} minutes of mixed load…`);
print('minute   Node   PostgreSQL   both (MB)   requests/s   slowest 1 % (ms)');
const figures = await soak(minutes, ({ minute, node, postgres, perSecond, p99 }) => {
  const cells = [minute, node, postgres, node + postgres, perSecond, p99].map((value) => Math.round(value));
  print(cells.map((value, at) => String(value).padStart([6, 7, 13, 12, 13, 19][at] ?? 8)).join(''));
});
for (const figure of figures) print(line(figure));
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1;
