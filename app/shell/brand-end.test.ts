import { expect, it } from 'vitest';
import { brands } from '#app/brands/brands.ts';
import { fontPreloads } from '#app/brands/fonts.ts';
import { brandEnd } from './brand-end.ts';
import { brandHead } from './brand-head.ts';

it.each(brands)(
  "the first view of $id waits for none of its fonts' files and for no picture of its styles",
  (brand) => {
    const { text: head } = brandHead(brand, '.flex{display:flex}');
    for (const file of fontPreloads(brand)) expect(head).not.toContain(file);
    expect(head).not.toContain('url(');
    expect(head).toContain('src:local(');
  },
);

it.each(brands)('fonts of $id are asked for first, and their faces stand behind the style sheet', (brand) => {
  const end = brandEnd(brand, '/all.css');
  const sheet = end.indexOf('<link rel="stylesheet" href="/all.css">');
  for (const file of fontPreloads(brand)) {
    const [asked, used] = [end.indexOf(`<link rel="preload" href="${file}"`), end.indexOf(`url(${file})`)];
    expect(asked).toBeGreaterThanOrEqual(0);
    expect(asked).toBeLessThan(sheet);
    expect(used).toBeGreaterThan(sheet);
  }
  expect(end.indexOf('--ornament:url(')).toBeGreaterThan(sheet);
});
