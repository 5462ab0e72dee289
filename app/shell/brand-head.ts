import type { Brand } from '#app/brands/brand.ts';
import { fontFaceCss, fontPreloads } from '#app/brands/fonts.ts';
import { paletteOf } from '#app/brands/palette.ts';
import { brandCss } from '#app/brands/tokens.ts';
import { earlyInputScript } from './early-input.ts';
import { themeScript } from './theme.ts';

const heads = new Map<string, string>();

/** Where the page's own part of the style sheet goes. */
const place = '/* styles */';

function headOf(brand: Brand): string {
  const preloads = fontPreloads(brand).map(
    (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
  );
  const themes = (['light', 'dark'] as const).map(
    (scheme) =>
      `<meta name="theme-color" content="${paletteOf(brand, scheme).page}" media="(prefers-color-scheme: ${scheme})">`,
  );
  return [
    `<script>${themeScript};${earlyInputScript}</script>`,
    ...preloads,
    `<style>${fontFaceCss(brand)}${brandCss(brand)}${place}</style>`,
    `<link rel="icon" href="${brand.logo}" type="image/svg+xml">`,
    ...themes,
  ].join('');
}

/**
 * What the head of a brand's pages holds besides React's own tags: theme script, fonts, tokens and the styles that the page
 * begins with, inline so that the first paint waits for nothing. The browser's code never needs it, so it is not part of it.
 */
export function brandHead(brand: Brand, css: string): string {
  const known = heads.get(brand.id) ?? headOf(brand);
  heads.set(brand.id, known);
  return known.replace(place, () => css);
}
