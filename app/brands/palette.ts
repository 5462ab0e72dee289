import {
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode as registerMode,
  toGamut,
  wcagContrast,
} from 'culori/fn';
import type { BrandDesign } from './brand-design.ts';

registerMode(modeRgb);
registerMode(modeLrgb);
const toOklch = registerMode(modeOklch);
/** Gamut mapping of CSS Color 4 with a tenth of its tolerance, which clips rounding errors outside sRGB. */
const toSrgb = toGamut('rgb', 'oklch', undefined, 0.002);

export type Scheme = 'light' | 'dark';

/** Whether white is easier to read on a color than black. */
export const isDark = (color: string): boolean =>
  wcagContrast(color, '#ffffff') > wcagContrast(color, '#000000');

/** Input of a palette: the brand's two colors and its page grounds. */
export type PaletteSource = {
  primaryColor: string;
  secondaryColor: string;
  design: { ground: BrandDesign['ground'] };
};

/** All colors of a brand in one theme, as six-digit hex; CSS custom properties have the same names. */
export type Palette = Record<ColourName, string>;

export type ColourName =
  | 'page'
  | 'surface'
  | 'raised'
  | 'sunken'
  | 'pattern'
  | 'ink'
  | 'ink-soft'
  | 'line'
  | 'line-strong'
  | 'brand'
  | 'primary'
  | 'primary-hover'
  | 'on-primary'
  | 'accent'
  | 'chosen'
  | 'on-chosen'
  | 'link'
  | 'tint'
  | 'on-tint'
  | 'focus'
  | 'star'
  | Feedback
  | `on-${Feedback}`
  | `${Feedback}-text`
  | `${Feedback}-tint`;

type Feedback = 'success' | 'warning' | 'danger';

/** A color in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
const oklch = (l: number, c: number, h?: number): Oklch => ({
  mode: 'oklch',
  l,
  c,
  ...(h === undefined ? {} : { h }),
});

const feedbackHues: Record<Feedback, Oklch> = {
  success: oklch(0.55, 0.14, 150),
  warning: oklch(0.78, 0.15, 75),
  danger: oklch(0.55, 0.2, 27),
};

/** Error color for brands whose own color looks like an error. */
const otherDanger = oklch(0.5, 0.19, 330);

/** Contrast of body text: 4.5 : 1 (WCAG 2.2 AA) with a margin for rounding to hex. */
const text = 4.55;
/** Contrast of strong ink, above the minimum. */
const comfortable = 9;
/** Contrast of control borders, focus rings and icons: 3 : 1. */
const graphic = 3.05;

function fromHex(hex: string): Oklch {
  const colour = /^#[0-9a-f]{6}$/i.test(hex) ? toOklch(hex) : undefined;
  if (!colour) throw new Error(`Not a six-digit hex colour: ${hex}`);
  return colour;
}

const toHex = (colour: Oklch): string => formatHex(toSrgb(colour));

/**
 * The color closest to `from` in lightness that reaches `ratio` against every ground, searching towards the lighter or
 * darker end. Black or white when there is none.
 */
function shadeAgainst(from: Oklch, grounds: string[], ratio: number, towards: 'light' | 'dark'): string {
  const step = towards === 'light' ? 0.004 : -0.004;
  for (let l = from.l; l >= 0 && l <= 1; l += step) {
    const hex = toHex({ ...from, l });
    if (grounds.every((ground) => wcagContrast(hex, ground) >= ratio)) return hex;
  }
  return towards === 'light' ? '#ffffff' : '#000000';
}

type Grounds = { page: Oklch; surface: Oklch; raised: Oklch; sunken: Oklch };

/** The brand's dark color: the secondary if it is dark, else a dark shade of the primary. */
function darkOf(source: PaletteSource): Oklch {
  const secondary = fromHex(source.secondaryColor);
  return secondary.l < 0.45 ? secondary : fromHex(source.primaryColor);
}

function lightGrounds(source: PaletteSource): Grounds {
  const secondary = fromHex(source.secondaryColor);
  const pages: Record<BrandDesign['ground']['light'], Oklch> = {
    white: oklch(1, 0),
    paper: oklch(0.975, 0.008, 85),
    tint: oklch(0.972, 0.022, fromHex(source.primaryColor).h),
    concrete: oklch(0.915, 0.003, 100),
    secondary: secondary.l > 0.85 ? secondary : oklch(0.96, Math.min(secondary.c, 0.02), secondary.h),
  };
  const page = pages[source.design.ground.light];
  const lift = Math.min(0.045, 1 - page.l);
  return {
    page,
    surface: { ...page, l: page.l + lift * 0.6, c: page.c * 0.6 },
    raised: { ...page, l: page.l + lift, c: page.c * 0.4 },
    sunken: { ...page, l: page.l - 0.035 },
  };
}

function darkGrounds(source: PaletteSource): Grounds {
  // A gray has no hue; warm lines suit it.
  const { c, h = 90 } = darkOf(source);
  const black = source.design.ground.dark === 'black';
  const page = black ? oklch(0.16, 0, h) : oklch(0.205, Math.min(c, 0.04), h);
  return {
    page,
    surface: { ...page, l: page.l + 0.045 },
    raised: { ...page, l: page.l + 0.08 },
    sunken: { ...page, l: page.l - 0.035 },
  };
}

/** Whether a color could be mistaken for an error: as red and as strong. */
function looksLikeDanger({ c, h = 0 }: Oklch): boolean {
  const apart = Math.abs(h - (feedbackHues.danger.h ?? 0)) % 360;
  return c > 0.15 && Math.min(apart, 360 - apart) < 20;
}

function fillAndInk(colour: Oklch, darkInk: string): { fill: string; ink: string } {
  for (let l = colour.l; l > colour.l - 0.06; l -= 0.004) {
    const fill = toHex({ ...colour, l });
    if (wcagContrast(fill, '#ffffff') >= text) return { fill, ink: '#ffffff' };
  }
  const fill = toHex(colour);
  if (wcagContrast(fill, darkInk) >= text) return { fill, ink: darkInk };
  return { fill: shadeAgainst(colour, [darkInk], text, 'light'), ink: darkInk };
}

/**
 * Hover color of a fill: one step away from its ink if that is visible and keeps the hue, else towards it. A lighter
 * lime, for example, would turn white.
 */
function hoverOf(fill: string, ink: string): string {
  const colour = fromHex(fill);
  const away = ink === '#ffffff' ? -0.05 : 0.05;
  const candidate = toHex({ ...colour, l: colour.l + away });
  const isDistinct = wcagContrast(candidate, fill) > 1.08 && fromHex(candidate).c > colour.c * 0.8;
  return isDistinct ? candidate : toHex({ ...colour, l: colour.l - away });
}

function feedback(base: Oklch, scheme: Scheme, surfaces: string[], darkInk: string) {
  const { fill, ink } = fillAndInk(base, darkInk);
  const tint = toHex(scheme === 'light' ? { ...base, l: 0.95, c: 0.035 } : { ...base, l: 0.28, c: 0.05 });
  return {
    fill,
    ink,
    tint,
    text: shadeAgainst(base, [...surfaces, tint], text, scheme === 'light' ? 'dark' : 'light'),
  };
}

/**
 * Derives a brand's palette in one theme; all `pairs` meet WCAG 2.2 AA. If the brand's color could be mistaken for an
 * error, it is only used for `primary` and `accent`: states are in ink, and errors in another color.
 */
export function paletteOf(source: PaletteSource, scheme: Scheme): Palette {
  const light = scheme === 'light';
  const away = light ? 'dark' : 'light';
  const step = (by: number) => (light ? -by : by);
  const grounds = light ? lightGrounds(source) : darkGrounds(source);
  const page = toHex(grounds.page);
  const surface = toHex(grounds.surface);
  const raised = toHex(grounds.raised);
  const sunken = toHex(grounds.sunken);
  const primary = fromHex(source.primaryColor);
  const dark = darkOf(source);
  const darkInk = toHex(oklch(Math.min(dark.l, 0.2), Math.min(dark.c, 0.05), dark.h));
  // A dark yellow or lime looks muddy; on a colored ground its tint takes the ground's hue.
  const muddy = !light && primary.l > 0.85 && grounds.page.c > 0;
  const inkHue = light
    ? { ...dark, c: Math.min(dark.c, 0.05) }
    : { ...grounds.page, c: grounds.page.c * 0.4 };
  const mistakable = looksLikeDanger(primary);
  const state = mistakable ? { ...inkHue, l: light ? 0.35 : 0.85 } : primary;
  const tint = toHex(
    oklch(light ? grounds.page.l - 0.05 : 0.3, Math.min(state.c, 0.05), muddy ? grounds.page.h : state.h),
  );
  const pattern = toHex({
    ...grounds.page,
    l: grounds.page.l + step(light ? 0.05 : 0.055),
    c: grounds.page.c * 1.3,
  });
  const surfaces = [page, surface, raised, sunken, pattern, tint];
  const { fill, ink: onPrimary } = fillAndInk(primary, darkInk);
  const link = shadeAgainst(state, surfaces, text, away);
  const success = feedback(feedbackHues.success, scheme, surfaces, darkInk);
  const warning = feedback(feedbackHues.warning, scheme, surfaces, darkInk);
  const danger = feedback(mistakable ? otherDanger : feedbackHues.danger, scheme, surfaces, darkInk);
  const everyGround = [...surfaces, success.tint, warning.tint, danger.tint];
  const ink = shadeAgainst(
    { ...inkHue, l: light ? Math.min(inkHue.l, 0.24) : 0.95 },
    everyGround,
    comfortable,
    away,
  );
  return {
    page,
    surface,
    raised,
    sunken,
    pattern,
    ink,
    'ink-soft': shadeAgainst({ ...inkHue, l: light ? 0.52 : 0.72 }, everyGround, text + 0.6, away),
    line: toHex({ ...grounds.page, l: grounds.page.l + step(0.1), c: grounds.page.c + 0.004 }),
    'line-strong': shadeAgainst({ ...inkHue, l: 0.6, c: inkHue.c * 0.6 }, everyGround, graphic, away),
    brand: source.primaryColor.toLowerCase(),
    primary: fill,
    'primary-hover': hoverOf(fill, onPrimary),
    'on-primary': onPrimary,
    accent: shadeAgainst(primary, surfaces, text, away),
    chosen: mistakable ? ink : fill,
    'on-chosen': mistakable ? page : onPrimary,
    link,
    tint,
    'on-tint': shadeAgainst(state, [tint], 7, away),
    focus: shadeAgainst(state, everyGround, graphic, away),
    star: shadeAgainst(oklch(0.78, 0.16, 75), surfaces, graphic, away),
    success: success.fill,
    'on-success': success.ink,
    'success-text': success.text,
    'success-tint': success.tint,
    warning: warning.fill,
    'on-warning': warning.ink,
    'warning-text': warning.text,
    'warning-tint': warning.tint,
    danger: danger.fill,
    'on-danger': danger.ink,
    'danger-text': danger.text,
    'danger-tint': danger.tint,
  };
}

/** Contrast that text needs against its background (WCAG 2.2 AA). */
export const textContrast = 4.5;

/** Contrast of two colors, from 1 to 21. */
export const contrastOf = (color: string, ground: string): number => wcagContrast(color, ground);

const surfaces: ColourName[] = ['page', 'surface', 'raised', 'sunken', 'pattern', 'tint'];
const onSurfaces = (foreground: ColourName, ratio: number) =>
  surfaces.map((ground): [ColourName, ColourName, number] => [foreground, ground, ratio]);

/** Foreground, background and required contrast (WCAG 2.2 AA) of every pair that components may use. */
export const pairs: [ColourName, ColourName, number][] = [
  ...(['ink', 'ink-soft', 'accent', 'link', 'success-text', 'warning-text', 'danger-text'] as const).flatMap(
    (name) => onSurfaces(name, 4.5),
  ),
  ...(['line-strong', 'focus', 'star'] as const).flatMap((name) => onSurfaces(name, 3)),
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-chosen', 'chosen', 4.5],
  ['on-tint', 'tint', 4.5],
  ['on-success', 'success', 4.5],
  ['on-warning', 'warning', 4.5],
  ['on-danger', 'danger', 4.5],
  ['success-text', 'success-tint', 4.5],
  ['warning-text', 'warning-tint', 4.5],
  ['danger-text', 'danger-tint', 4.5],
  ...(['success-tint', 'warning-tint', 'danger-tint'] as const).flatMap(
    (tint): [ColourName, ColourName, number][] => [
      ['ink', tint, 4.5],
      ['ink-soft', tint, 4.5],
      ['line-strong', tint, 3],
      ['focus', tint, 3],
    ],
  ),
];
