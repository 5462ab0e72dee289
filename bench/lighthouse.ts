import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { presets } from '../app/brands/presets.ts';
import { findBrowser, installedBrowser } from '../tests/support/browser.ts';
import { atLeast, CannotMeasure, type Figure } from './figures.ts';
import { mainPages, type RunningStore } from './running-store.ts';

/** Installed on demand, as its hundred packages would slow down every installation. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const repetitions = 3;
/** Minimum score of each category, in hundredths. */
const bars = { performance: 92, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(bars) as (keyof typeof bars)[];

type Scores = Record<keyof typeof bars, number>;

/**
 * Lighthouse scores of home, shop and a product of every brand, on its simulated phone.
 * @throws CannotMeasure without an installed Chromium or Chrome
 */
export async function lighthouseFigures(store: RunningStore): Promise<Figure[]> {
  if (!installedBrowser())
    throw new CannotMeasure(
      'Lighthouse needs an installed Chromium or Chrome, as it does not work with the headless Chromium from npm.',
    );
  const figures: Figure[] = [];
  for (const { id: brand } of presets) {
    for (const [name, path] of await mainPages(store, brand)) {
      const runs: Scores[] = [];
      for (let i = 0; i < repetitions; i += 1) {
        runs.push(await scoresOf(`http://${brand}.localhost:${store.port}${path}`));
      }
      for (const category of categories) {
        const scores = runs.map((run) => run[category]);
        figures.push(atLeast(`Lighthouse, ${brand} ${name}: ${category}`, scores, bars[category]));
      }
    }
  }
  return figures;
}

/** @throws Error when Lighthouse fails */
async function scoresOf(address: string): Promise<Scores> {
  const { executablePath, args, env } = await findBrowser();
  const flags = ['--headless=new', '--no-sandbox', ...args].join(' ');
  const lighthouseArgs = [
    '--output=json',
    '--quiet',
    `--only-categories=${categories}`,
    `--chrome-flags=${flags}`,
  ];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address, ...lighthouseArgs],
    {
      // Lighthouse runs on the bench's Node.
      env: {
        ...env,
        CHROME_PATH: executablePath,
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      },
      maxBuffer: 64 << 20,
    },
  );
  const report = JSON.parse(stdout) as { categories: Record<string, { score: number }> };
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  };
}
