import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

const headings = new Set(
  [...readFileSync('docs/product.md', 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading),
);
const sources = '{app,server,packages,supabase/schemas,demo,tests,bench,scripts}/**/*.{ts,tsx,sql}';

it('every promise that a comment cites has its heading in the product’s description', async () => {
  const unknown: string[] = [];
  let cited = 0;
  for await (const file of glob(sources, { exclude: ['**/node_modules/**', '**/*.test.ts'] })) {
    // A comment may wrap between the file's name and the heading.
    const text = readFileSync(file, 'utf8').replaceAll(/\n\s*(\*|--|\/\/)\s*/g, ' ');
    for (const [, heading = ''] of text.matchAll(/docs\/product\.md,\s+([A-Z][\w -]*\w)/g)) {
      cited += 1;
      const known = [...headings].some((name) => heading === name || heading.startsWith(`${name}:`));
      if (!known) unknown.push(`${file}: ${heading}`);
    }
  }
  expect(unknown).toEqual([]);
  expect(cited).toBeGreaterThan(100);
});
