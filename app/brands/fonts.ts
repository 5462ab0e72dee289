import type { Brand } from './brand.ts';
import faces from './fonts/faces.json';
import { fallbackFamilies } from './tokens.ts';

/** URLs of the font files made by scripts/subset-fonts.ts; resolved by the build, not by plain Node. */
const files = import.meta.glob<string>('./fonts/*.woff2', { eager: true, query: '?url', import: 'default' });

/** Characters in the files: Latin letters, digits and marks. Other scripts use system fonts. */
const unicodeRange =
  'U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0160-0161,U+0178,U+017D-017E,U+2010-20CF,U+2122-2215';

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

/** `@font-face` rules of a brand's fonts. */
export function fontFaceCss(brand: Brand): string {
  return facesOf(brand)
    .map(
      ({ family, file, weight }) =>
        `@font-face{font-family:"${family}";src:url(${address(file)}) format("woff2");font-weight:${weight};font-display:swap;unicode-range:${unicodeRange}}`,
    )
    .join('');
}

/** `@font-face` rules of the fallback fonts with the metrics of the brand's fonts, which prevents layout shifts. */
export function fallbackFontCss(brand: Brand): string {
  return facesOf(brand)
    .flatMap(({ family, fallbacks }) => {
      const names = fallbackFamilies(family);
      return fallbacks.flatMap((device, at) =>
        device.map(({ fonts, weight, sizeAdjust, ascent, descent, lineGap }) => {
          const local = fonts.map((name) => `local("${name}")`).join(',');
          return (
            `@font-face{font-family:"${names[at]}";src:${local};font-weight:${weight};size-adjust:${sizeAdjust};` +
            `ascent-override:${ascent};descent-override:${descent};line-gap-override:${lineGap}}`
          );
        }),
      );
    })
    .join('');
}
