import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  reporter: 'no-passes',
};
/** Rules whose result can differ by theme on an otherwise identical page. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  reporter: 'no-passes',
  // No rule reads style sheets or media, so axe need not fetch them again.
  preload: false,
};

const structure: RunOptions = {
  ...everything,
  rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
};

export type Theme = 'light' | 'dark';

/** Every axe violation on the current page, as lines with rule, element and reason. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // After a client-side navigation, axe is still loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Shows a page in a theme as the switcher does: with the class of its root. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((wanted) => {
    // Colors in transition must not be measured; content below the fold must be rendered.
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
 * axe violations of the open page in both themes, each line with page and theme.
 * @param seenBefore whether the same elements were checked in another brand, which differs only in colors
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

/** axe violations of the open page, without colors, which are those of the English page. */
export async function examineStructure(page: Page, path: string): Promise<string[]> {
  await wear(page, 'light');
  return (await violations(page, structure)).map((line) => `${path}: ${line}`);
}
