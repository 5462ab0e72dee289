import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { brands } from '#app/brands/brands.ts';
import { fontFaces } from '#app/brands/fonts.ts';
import { brandEnd } from './brand-end.ts';
import { brandHead } from './brand-head.ts';

it.each(brands)(
  "the first view of $id waits for none of its fonts' files and for no picture of its styles",
  (brand) => {
    const { text: head } = brandHead(brand, '.flex{display:flex}');
    expect(head).not.toContain('url(');
    expect(head).not.toContain('as="font"');
    expect(head).toContain('src:local(');
  },
);

it.each(brands)('the page of $id is drawn anew for its ornament only behind the style sheet', (brand) => {
  const { text } = brandEnd(brand, '/all.css');
  const sheet = text.indexOf('<link rel="stylesheet" href="/all.css">');
  expect(sheet).toBeGreaterThan(0);
  expect(text.indexOf('--ornament:url(')).toBeGreaterThan(sheet);
  expect(text.indexOf('</script>'), 'no script waits for the sheet').toBeLessThan(sheet);
});

describe.each(brands)('M02 the fonts of $id', (brand) => {
  const { text } = brandEnd(brand, '/all.css');

  it('have rules where there are no scripts', () => {
    const rules = /<noscript><style>(.*?)<\/style><\/noscript>/.exec(text)?.[1];
    for (const [family, source] of fontFaces(brand))
      expect(rules).toContain(`@font-face{font-family:"${family}";src:${source};`);
  });

  it('are put to use all at once, without those that did not arrive', async () => {
    const [, code = ''] = /<script>(.*?)<\/script>/.exec(text) ?? [];
    const [lost, ...others] = fontFaces(brand).map(([, source]) => source);
    const arrivals: (() => void)[] = [];
    class FontFace {
      readonly source: string;
      constructor(_family: string, source: string) {
        this.source = source;
      }
      load() {
        return new Promise<FontFace>((done, failed) => {
          arrivals.push(() => (this.source === lost ? failed(new Error('No such file')) : done(this)));
        });
      }
    }
    const add = vi.fn<(face: FontFace) => void>();
    const settled = runInContext(code, createContext({ Promise, FontFace, document: { fonts: { add } } }));
    const last = arrivals.pop();
    for (const arrive of arrivals) arrive();
    await Promise.resolve();
    expect(add).not.toHaveBeenCalled();
    last?.();
    await settled;
    expect(add.mock.calls.map(([{ source }]) => source)).toEqual(others);
  });
});
