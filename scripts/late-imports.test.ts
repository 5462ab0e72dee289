import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const app = join(import.meta.dirname, '../app');

it('M20 every part of a page that comes late is a part that a page can do without for a while', () => {
  const own = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && file !== 'ui/part.tsx')
    .filter((file) => /\blazy\(|<Suspense\b/.test(readFileSync(join(app, file), 'utf8')));
  expect(own, 'show it with <Part> of app/ui/part.tsx').toEqual([]);
});
