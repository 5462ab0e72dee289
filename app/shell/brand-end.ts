import type { Brand } from '#app/brands/brand.ts';
import { fontFaceCss, fontPreloads } from '#app/brands/fonts.ts';
import { ornamentCss } from '#app/brands/tokens.ts';

const ends = new Map<string, string>();

/**
 * What stands behind the content of a brand's pages: its fonts, the whole style sheet, and what is drawn once that is there.
 * A browser that is told of a font in the head waits with its first picture, and a face that has not arrived makes it
 * go through every text twice. It reads on behind a style sheet only when that has come, so neither happens here.
 * @param stylesheet address of the whole style sheet
 */
export function brandEnd(brand: Brand, stylesheet: string): string {
  const known = ends.get(brand.id);
  if (known) return known;
  const preloads = fontPreloads(brand).map(
    (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
  );
  const end = [
    ...preloads,
    `<link rel="stylesheet" href="${stylesheet}">`,
    `<style>${fontFaceCss(brand)}${ornamentCss(brand)}</style>`,
  ].join('');
  ends.set(brand.id, end);
  return end;
}
