import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProductName } from './product-name.tsx';

/** The parts of a name that a line never breaks. */
const unbrokenParts = (name: string) =>
  [...renderToStaticMarkup(<ProductName name={name} />).matchAll(/<span[^>]*>([^<]*)</g)].map(
    ([, part]) => part,
  );

test.each([
  ['CC-606 Dusk Shift, Pixel 9', ['CC-606', 'Pixel 9']],
  ['CC-301 Site Case, Galaxy S24 Ultra', ['CC-301', 'Galaxy S24']],
  ['Block 12 label tee', ['Block 12']],
  ['تداخل CC-607 لموبايل iPhone 16', ['CC-607', 'iPhone 16']],
  ['Concrete tee', []],
  ['Everything-that-was-printed 2026', []],
])('a line breaks inside no code and before no number of "%s"', (name, parts) => {
  expect(unbrokenParts(name)).toEqual(parts);
});
