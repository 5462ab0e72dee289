import type { BrandDesign } from './brand-design.ts';

/** One tile of each ornament as SVG, used as a mask and filled with a color of the page. */
const tiles: Record<BrandDesign['ornament'], { width: number; height: number; shapes: string }> = {
  registration: {
    width: 96,
    height: 96,
    shapes:
      '<g fill="none" stroke="#000"><circle cx="24" cy="24" r="9"/><path d="M24 8v32M8 24h32"/></g>' +
      '<circle cx="60" cy="60" r="4.5"/><circle cx="76" cy="60" r="3.5"/><circle cx="90" cy="60" r="2"/>' +
      '<circle cx="60" cy="76" r="3.5"/><circle cx="76" cy="76" r="2.5"/><circle cx="60" cy="90" r="2"/>',
  },
  meeples: {
    width: 120,
    height: 120,
    shapes:
      '<path id="m" d="M30 8c5 0 9 4 9 9 0 3-1 5-3 7 8 2 17 6 17 11 0 4-6 5-13 5 2 6 9 14 9 18 0 2-1 3-4 3H35l-5-11-5 11H15c-3 0-4-1-4-3 0-4 7-12 9-18-7 0-13-1-13-5 0-5 9-9 17-11-2-2-3-4-3-7 0-5 4-9 9-9Z"/>' +
      '<use href="#m" x="60" y="58"/>',
  },
  grid: {
    width: 64,
    height: 64,
    shapes:
      '<path d="M0 .5h64M.5 0v64" stroke="#000" stroke-opacity=".5"/><path d="M28 32h8M32 28v8" stroke="#000"/>',
  },
  stripes: { width: 56, height: 56, shapes: '<path d="M-14 42 42-14h28L-14 70ZM28 56l28-28v28Z"/>' },
  ampersand: {
    width: 420,
    height: 360,
    shapes:
      '<text x="210" y="300" font-family="Georgia,serif" font-style="italic" font-size="380" text-anchor="middle">&amp;</text>',
  },
};

/** The brand's ornament as CSS mask values with an inline SVG. A single large figure does not repeat. */
export function ornamentTokens(ornament: BrandDesign['ornament']): Record<string, string> {
  const { width, height, shapes } = tiles[ornament];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const encoded = encodeURIComponent(svg.replaceAll('"', "'")).replaceAll(
    /%(20|2C|2F|3A|3D)/g,
    decodeURIComponent,
  );
  return {
    ornament: `url("data:image/svg+xml,${encoded}")`,
    'ornament-repeat': ornament === 'ampersand' ? 'no-repeat' : 'repeat',
  };
}
