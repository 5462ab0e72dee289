import type { Brand } from './brand.ts';
import faces from './fonts/faces.json';
import { fallbackFamilies } from './tokens.ts';

/** URLs of the font files made by scripts/subset-fonts.ts; resolved by the build, not by plain Node. */
const files = import.meta.glob<string>('./fonts/*.woff2', { eager: true, query: '?url', import: 'default' });

/** Characters in the files. Other scripts use system fonts. */
const ranges = {
  /** Latin letters, digits and marks. */
  latin: 'U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0160-0161,U+0178,U+017D-017E,U+2010-20CF,U+2122-2215',
  /** Arabic letters and marks. Spaces and Western digits come from the Latin file. */
  arabic: 'U+0600-06FF',
};

function facesOf({ id, design: { fonts } }: Brand) {
  const families = [fonts.display, fonts.body, fonts.mono].flatMap((face) => face?.family ?? []);
  const missing = families.find((family) => !faces.some((face) => face.family === family));
  if (missing) {
    throw new Error(
      `${id} is set in ${missing}, which has no file. Name it in scripts/typefaces.ts and run: node scripts/subset-fonts.ts`,
    );
  }
  return faces.filter(({ family }) => families.includes(family));
}

function address(file: string): string {
  const url = files[`./fonts/${file}`];
  if (!url) throw new Error(`app/brands/fonts/${file} is missing. Run: node scripts/subset-fonts.ts`);
  return url;
}

/** Metrics of a system font that stands in for one of ours, for a range of weights. */
type Fallback = (typeof faces)[number]['fallbacks'][number][number];

const metricsCss = ({ sizeAdjust, ascent, descent, lineGap }: Omit<Fallback, 'fonts' | 'weight'>) =>
  `size-adjust:${sizeAdjust};ascent-override:${ascent};descent-override:${descent};line-gap-override:${lineGap}`;

/**
 * `@font-face` rules of a brand's fonts. Each family has one file for Latin and one for Arabic; a page downloads only
 * the files it needs.
 */
export function fontFaceCss(brand: Brand): string {
  return facesOf(brand)
    .map(({ family, file, weight, arabic }) => {
      const rule = (source: string, range: string) =>
        `@font-face{font-family:"${family}";src:url(${address(source)}) format("woff2");font-weight:${weight};font-display:swap;unicode-range:${range}`;
      return `${rule(file, ranges.latin)}}${rule(arabic.file, ranges.arabic)};${metricsCss(arabic)}}`;
    })
    .join('');
}

const fallbackRule = (family: string | undefined, { fonts, weight, ...metrics }: Fallback, more = '') =>
  `@font-face{font-family:"${family}";src:${fonts.map((name) => `local("${name}")`).join(',')};font-weight:${weight};` +
  `${metricsCss(metrics)}${more}}`;

/**
 * `@font-face` rules of the fallback fonts, with the metrics of the brand's fonts to prevent layout shifts. Arabic ones
 * are on Arabic pages only.
 */
export function fallbackFontCss(brand: Brand, language: string): string {
  return facesOf(brand)
    .flatMap(({ family, fallbacks, arabic }) => {
      const names = fallbackFamilies(family);
      const latin = fallbacks.flatMap((device, at) => device.map((font) => fallbackRule(names[at], font)));
      if (language !== 'ar') return latin;
      const range = `;unicode-range:${ranges.arabic}`;
      return latin.concat(
        arabic.fallbacks.flatMap((device, at) => device.map((font) => fallbackRule(names[at], font, range))),
      );
    })
    .join('');
}
