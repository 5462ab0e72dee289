/** CSS colors by common names; a product's color is free text (docs/product.md, Products). */
const cssColors: Readonly<Record<string, string>> = {
  black: '#1b1c1e',
  white: '#f4f3f0',
  'off white': '#f2eee4',
  gray: '#9a9da1',
  grey: '#9a9da1',
  charcoal: '#43464b',
  graphite: '#43464b',
  silver: '#c9cbcf',
  navy: '#1f2a44',
  midnight: '#1a2033',
  blue: '#2f55b0',
  'sky blue': '#8fb7dc',
  red: '#b8232f',
  maroon: '#5e1f2b',
  burgundy: '#5e1f2b',
  green: '#2f7a4d',
  'forest green': '#22473a',
  mint: '#a9d8c2',
  sage: '#9caf93',
  olive: '#646744',
  sand: '#d9c8a9',
  beige: '#d9c8a9',
  cream: '#efe6d2',
  ivory: '#f3ecdd',
  brown: '#5d4333',
  tan: '#b98c62',
  mustard: '#cf9a32',
  yellow: '#e8c53a',
  gold: '#c8a24b',
  orange: '#d5622c',
  terracotta: '#b85c3e',
  rust: '#9c4a2c',
  coral: '#e5766a',
  pink: '#e3aab4',
  'rose gold': '#d6a299',
  rose: '#cf7f8e',
  purple: '#6b3f8f',
  plum: '#5a2a55',
  aubergine: '#3b1f3f',
  lavender: '#b7a8d3',
  lilac: '#c5b3dc',
  teal: '#22696c',
  turquoise: '#3fb0b0',
  khaki: '#a39270',
  stone: '#b7ad9b',
  neon: '#75ef45',
  lime: '#b5e05a',
};

const transparent = 'repeating-conic-gradient(#d5d5d5 0 25%, #fff 0 50%) 50% / 10px 10px';
const unknown = 'linear-gradient(135deg, #d5d5d5 50%, #8d8d8d 50%)';

/** Like `swatchBackground`, but null for an unknown name. */
export function knownSwatch(name: string): string | null {
  const normalised = name.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(normalised);
  if (hex) return `#${hex[1]}`;
  if (/^(clear|transparent|crystal)$/.test(normalised)) return transparent;
  const parts = normalised.split(/\s*(?:\/|&|\+|\band\b)\s*/).map((part) => cssColors[part] ?? closest(part));
  if (parts.some((part) => part === undefined)) return null;
  if (parts.length === 1) return parts[0] ?? null;
  return `linear-gradient(135deg, ${parts.map((part, i) => `${part} ${(i * 100) / parts.length}% ${((i + 1) * 100) / parts.length}%`).join(', ')})`;
}

/**
 * CSS background for a color name or a 3- or 6-digit hex value. Names joined by a slash or "and" appear side by side,
 * "clear" as a checkerboard, unknown names as two grays.
 */
export function swatchBackground(name: string): string {
  return knownSwatch(name) ?? unknown;
}

/** The longest known name at the end of the given one: "washed black" is black. */
function closest(name: string): string | undefined {
  const words = name.split(/[\s-]+/);
  for (let start = 0; start < words.length; start += 1) {
    const color = cssColors[words.slice(start).join(' ')];
    if (color) return color;
  }
  return undefined;
}
