import type { Brand } from '#app/brands/brand.ts';
import { standInCss } from '#app/brands/fonts.ts';
import { paletteOf } from '#app/brands/palette.ts';
import { brandCss } from '#app/brands/tokens.ts';
import { earlyInputScript } from './early-input.ts';
import { type SharedText, sharedText } from './finished-document.ts';
import { themeScript } from './theme.ts';

/** Heads of each brand, by the page's own part of the style sheet. */
const heads = new Map<string, Map<string, SharedText>>();

/** Most heads of a brand that are remembered; pages of one kind nearly always have the same. */
const mostRemembered = 100;

function headOf(brand: Brand, css: string): string {
  const themes = (['light', 'dark'] as const).map(
    (scheme) =>
      `<meta name="theme-color" content="${paletteOf(brand, scheme).page}" media="(prefers-color-scheme: ${scheme})">`,
  );
  return [
    `<script>${themeScript};${earlyInputScript}</script>`,
    `<style>${standInCss(brand)}${brandCss(brand)}${css}</style>`,
    `<link rel="icon" href="${brand.logo}" type="image/svg+xml">`,
    ...themes,
  ].join('');
}

/**
 * What the head of a brand's pages holds besides React's own tags: theme script, stand-ins of its fonts, tokens and the styles
 * that the page begins with, inline so that the first paint waits for nothing. The browser's code never needs it, so it is not part of it.
 */
export function brandHead(brand: Brand, css: string): SharedText {
  const ofBrand = heads.get(brand.id) ?? new Map<string, SharedText>();
  heads.set(brand.id, ofBrand);
  const known = ofBrand.get(css);
  if (known) return known;
  if (ofBrand.size >= mostRemembered) ofBrand.clear();
  const head = sharedText(headOf(brand, css));
  ofBrand.set(css, head);
  return head;
}
