import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  reporter: 'no-passes',
};
/** What another theme can change about a page that is otherwise the same. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  reporter: 'no-passes',
  // Neither rule reads what style sheets and media would be fetched again for.
  preload: false,
};

const structure: RunOptions = {
  ...everything,
  rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
};

export type Theme = 'light' | 'dark';

/** Every violation that axe finds on a page as it stands, as lines that name rule, place and reason. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // A page that was not loaded anew still has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Shows a page in a theme as the switcher does: by the class of its root. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((wanted) => {
    // Colours on their way to the other theme are nobody's to read; what stands below the screen is to be looked at too.
    const still = new CSSStyleSheet();
    still.replaceSync(`
      *, ::before, ::after { transition: none !important; animation: none !important }
      .deferred { content-visibility: visible !important }`);
    document.adoptedStyleSheets = [still];
    const { classList } = document.documentElement;
    classList.toggle('dark', wanted === 'dark');
    classList.toggle('light', wanted === 'light');
  }, theme);
}

/**
 * What axe finds on the open page in both themes, each line with the page and the theme it is about.
 * @param seenBefore whether the same elements were examined in another brand, which differs by its colours alone
 */
export async function examine(page: Page, path: string, seenBefore = false): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /checking/i })).toHaveCount(0);
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await wear(page, theme);
    const lines = await violations(page, theme === 'light' && !seenBefore ? everything : colours);
    found.push(...lines.map((line) => `${path}, ${theme}: ${line}`));
  }
  return found;
}

/** What axe finds on the open page beside its colours, which are those of the same page in English. */
export async function examineStructure(page: Page, path: string): Promise<string[]> {
  await wear(page, 'light');
  return (await violations(page, structure)).map((line) => `${path}: ${line}`);
}
