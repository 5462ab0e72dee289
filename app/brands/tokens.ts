import type { Brand } from './brand.ts';
import type { BrandDesign, Typeface } from './brand-design.ts';
import { ornamentTokens } from './ornaments.ts';
import { type ColourName, paletteOf } from './palette.ts';

type Declarations = Record<string, string>;

const densities: Record<BrandDesign['density'], Declarations> = {
  tight: {
    control: '44px',
    gap: 'clamp(0.5rem, 1vw, 0.75rem)',
    pad: '0.875rem',
    section: 'clamp(2.5rem, 6vw, 4.5rem)',
    gutter: 'clamp(1rem, 2.5vw, 2rem)',
    wide: '112rem',
  },
  regular: {
    control: '46px',
    gap: 'clamp(0.75rem, 1.8vw, 1.5rem)',
    pad: '1.125rem',
    section: 'clamp(3rem, 7vw, 6rem)',
    gutter: 'clamp(1rem, 4vw, 3rem)',
    wide: '104rem',
  },
  airy: {
    control: '48px',
    gap: 'clamp(1rem, 3vw, 3rem)',
    pad: '1.5rem',
    section: 'clamp(4rem, 10vw, 9rem)',
    gutter: 'clamp(1.25rem, 6vw, 6rem)',
    wide: '108rem',
  },
};

const motions: Record<BrandDesign['motion'], Declarations> = {
  calm: { quick: '220ms', slow: '480ms', ease: 'cubic-bezier(0.25, 0.1, 0.25, 1)' },
  snappy: { quick: '110ms', slow: '200ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' },
  playful: { quick: '180ms', slow: '360ms', ease: 'cubic-bezier(0.34, 1.4, 0.64, 1)' },
};

const elevations: Record<BrandDesign['elevation'], Declarations> = {
  flat: {
    'lift-card': 'none',
    'lift-raised': '0 1px 0 var(--line), 0 12px 32px rgb(0 0 0 / 0.16)',
  },
  soft: {
    'lift-card': '0 1px 2px rgb(0 0 0 / 0.06), 0 8px 24px rgb(0 0 0 / 0.07)',
    'lift-raised': '0 2px 6px rgb(0 0 0 / 0.1), 0 18px 48px rgb(0 0 0 / 0.2)',
  },
  hard: {
    'lift-card': '3px 3px 0 light-dark(var(--ink), var(--line))',
    'lift-raised': '5px 5px 0 light-dark(var(--ink), var(--line-strong))',
  },
};

/**
 * System fonts used while a web font loads, in order of preference: common on phones and desktops, on minimal Linux
 * installations, and bundled with browsers.
 */
export function fallbackFamilies(family: string): string[] {
  return ['Fallback', 'Fallback 2', 'Fallback 3'].map((name) => `${family} ${name}`);
}

function stack({ family, fallback }: Typeface): string {
  const families = [family, ...fallbackFamilies(family)].map((name) => `"${name}"`);
  return `${families.join(', ')}, ${fallback}`;
}

function type({ fonts }: BrandDesign): Declarations {
  const faces = { display: fonts.display, body: fonts.body, mono: fonts.mono ?? fonts.body };
  return {
    'face-display': stack(fonts.display),
    'face-body': stack(fonts.body),
    'face-details': stack(faces[fonts.details]),
    'display-weight': String(fonts.display.weight),
    'display-case': fonts.displayCase,
    'display-tracking': `${fonts.displayTracking}em`,
    'display-leading': String(fonts.displayLeading),
    'display-scale': String(fonts.displayScale),
  };
}

function shape({ radius, stroke }: BrandDesign): Declarations {
  return {
    'round-control': `${radius.control}px`,
    'round-card': `${radius.card}px`,
    'round-picture': `${radius.picture}px`,
    'round-field': `${Math.min(radius.control, 14)}px`,
    stroke: `${stroke}px`,
  };
}

function colours(brand: Brand): Declarations {
  const light = paletteOf(brand, 'light');
  const dark = paletteOf(brand, 'dark');
  const names = Object.keys(light) as ColourName[];
  const both = (name: ColourName) =>
    light[name] === dark[name] ? light[name] : `light-dark(${light[name]}, ${dark[name]})`;
  return Object.fromEntries(names.map((name) => [name, both(name)]));
}

/**
 * All design tokens of a brand as CSS custom properties. Colors use `light-dark()`, so that a subtree with its own
 * `color-scheme` switches completely.
 */
export function tokensOf(brand: Brand): Declarations {
  const { design } = brand;
  return {
    ...colours(brand),
    ...type(design),
    ...shape(design),
    ...densities[design.density],
    ...motions[design.motion],
    ...elevations[design.elevation],
  };
}

function rule(selector: string, declarations: Declarations): string {
  const lines = Object.entries(declarations).map(
    ([name, value]) => `--${name}:${value.replaceAll(', ', ',')}`,
  );
  return `${selector}{${lines.join(';')}}`;
}

/** Minified style sheet with a brand's tokens on `:root`. */
export function brandCss(brand: Brand): string {
  return rule(':root', tokensOf(brand));
}

/**
 * Minified CSS of the `ornament` utility. Browsers parse an SVG as a separate document, so this is placed where it does
 * not delay the first paint.
 */
export function ornamentCss({ design }: Brand): string {
  return rule('.ornament', ornamentTokens(design.ornament));
}
