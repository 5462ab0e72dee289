import { describe, expect, it } from 'vitest';
import { addClassLists, cssPieces, namesIn, usedCss } from './used-css.ts';

function used(css: string, html: string): string {
  const lists = new Set<string>();
  addClassLists(html, lists);
  return usedCss(cssPieces(css), namesIn(lists));
}

describe('the part of a style sheet that a page uses', () => {
  it.each([
    ['.a{x:1}.b{x:2}', '<p class="b">', '.b{x:2}'],
    ['.a.b{x:1}.a .c{x:2}', '<p class="a c">', '.a .c{x:2}'],
    ['.a,.b{x:1}', '<p class="b">', '.a,.b{x:1}'],
    ['h1{x:1}', '<p>', 'h1{x:1}'],
    [
      '@media (min-width:1px){.a{x:1}.b{x:2}}@media print{.a{x:1}}',
      '<p class="b">',
      '@media (min-width:1px){.b{x:2}}',
    ],
    ['@layer a,b;@layer b{.x{x:1}}', '<p>', '@layer a,b;@layer b{}'],
    [
      '@keyframes spin{to{x:1}}@property --a{syntax:"*";inherits:false}',
      '',
      '@keyframes spin{to{x:1}}@property --a{syntax:"*";inherits:false}',
    ],
    [String.raw`.md\:p-1\.5{x:1}.md\:p-2{x:2}`, '<p class="md:p-1.5">', String.raw`.md\:p-1\.5{x:1}`],
    [
      String.raw`.\[\&_label\]\:sr label{x:1}`,
      '<p class="[&amp;_label]:sr">',
      String.raw`.\[\&_label\]\:sr label{x:1}`,
    ],
    [
      '.group:hover .on{x:1}.on:is(:where(.group):hover *){x:2}',
      '<p class="on">',
      '.on:is(:where(.group):hover *){x:2}',
    ],
    ['.dark .a{x:1}', '<p class="a">', '.dark .a{x:1}'],
    ['.a{content:"}.b{"}.b{x:1}', '<p class="b">', '.b{x:1}'],
    ['.a{&:hover{x:1}y:2}', '<p class="a">', '.a{&:hover{x:1}y:2}'],
  ])('of %s for %s is %s', (css, html, expected) => {
    expect(used(css, html)).toBe(expected);
  });

  it('is the whole sheet for a page that has every class', () => {
    const css = '@layer base{h1{x:1}}@layer utilities{.a{x:1}@media (hover:hover){.b:hover{x:2}}}.c{x:3}';
    expect(used(css, '<p class="a b c">')).toBe(css);
  });
});
