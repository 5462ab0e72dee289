import type { Brand } from '#app/brands/brand.ts';
import { fontFaceCss, fontFaces, type LoadableFace } from '#app/brands/fonts.ts';
import { ornamentCss } from '#app/brands/tokens.ts';
import { type SharedText, sharedText } from './finished-document.ts';

const ends = new Map<string, SharedText>();

/**
 * Fetches the faces of a brand and puts all of them to use at once. A browser that knows of a font from the head waits for it
 * with its first picture; and while a face is known but has not arrived, every text is measured twice, and once more as
 * each of them comes.
 */
const fontScript = (faces: readonly LoadableFace[]) =>
  `Promise.allSettled(${JSON.stringify(faces)}.map(f=>new FontFace(...f).load())).then(a=>{for(const{value:f}of a)f&&document.fonts.add(f)})`;

function textOf(brand: Brand, stylesheet: string): string {
  return [
    // Scripts wait for the style sheets before them.
    `<script>${fontScript(fontFaces(brand))}</script>`,
    `<noscript><style>${fontFaceCss(brand)}</style></noscript>`,
    `<link rel="stylesheet" href="${stylesheet}">`,
    `<style>${ornamentCss(brand)}</style>`,
  ].join('');
}

/**
 * What stands behind the content of a brand's pages, because their first view does without: fonts, the whole style sheet and the
 * ornament.
 * @param stylesheet address of the whole style sheet, the same at every call
 */
export function brandEnd(brand: Brand, stylesheet: string): SharedText {
  const known = ends.get(brand.id);
  if (known) return known;
  const end = sharedText(textOf(brand, stylesheet));
  ends.set(brand.id, end);
  return end;
}
