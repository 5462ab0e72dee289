import { type GarmentType, garmentTypeOf } from './types.ts';

/** A fabric color: its name for shoppers and a six-digit hex. */
export interface GarmentColor {
  readonly name: string;
  readonly hex: string;
}

const DYES = {
  black: '#1b1c1e',
  white: '#f4f3f0',
  gray: '#9a9da1',
  charcoal: '#43464b',
  navy: '#1f2a44',
  blue: '#2f55b0',
  'sky blue': '#8fb7dc',
  red: '#b8232f',
  maroon: '#5e1f2b',
  'forest green': '#22473a',
  olive: '#646744',
  beige: '#d9c8a9',
  cream: '#efe6d2',
  brown: '#5d4333',
  mustard: '#cf9a32',
  orange: '#d5622c',
  pink: '#e3aab4',
  lavender: '#b7a8d3',
  teal: '#22696c',
  khaki: '#a39270',
} as const;

/** Denim and drill take dye differently from jersey. */
const WASHES = {
  ...DYES,
  blue: '#4d6c93',
  navy: '#27324d',
  gray: '#83878c',
  black: '#232427',
  white: '#ece9e1',
};

type Dye = keyof typeof DYES;

const TEE_DYES: readonly Dye[] = [
  'black',
  'white',
  'gray',
  'charcoal',
  'navy',
  'blue',
  'sky blue',
  'red',
  'maroon',
  'forest green',
  'olive',
  'beige',
  'mustard',
  'pink',
];

const ALLOWED: Readonly<Record<GarmentType, readonly Dye[]>> = {
  'Sweet Pants': ['black', 'gray', 'charcoal', 'navy', 'beige', 'olive'],
  Jeans: ['black', 'white', 'blue', 'gray', 'navy', 'brown'],
  'Regular T-shirt': TEE_DYES,
  'Boxy T-shirt': ['black', 'white', 'cream', 'gray', 'navy', 'forest green', 'brown', 'lavender'],
  'Oversized T-shirt': [
    'black',
    'white',
    'cream',
    'charcoal',
    'beige',
    'olive',
    'brown',
    'teal',
    'lavender',
    'pink',
  ],
  'Slim-Fit T-shirt': ['black', 'white', 'gray', 'navy', 'blue', 'maroon', 'olive'],
  'Polo Shirt': [
    'black',
    'white',
    'navy',
    'blue',
    'sky blue',
    'red',
    'maroon',
    'forest green',
    'gray',
    'mustard',
  ],
  'Polo Baskota': ['black', 'white', 'cream', 'navy', 'olive', 'brown', 'beige', 'teal'],
  Sweatshirt: [
    'black',
    'white',
    'gray',
    'charcoal',
    'navy',
    'blue',
    'maroon',
    'forest green',
    'beige',
    'cream',
    'pink',
    'lavender',
  ],
  Hoodie: [
    'black',
    'white',
    'gray',
    'charcoal',
    'navy',
    'blue',
    'sky blue',
    'red',
    'maroon',
    'forest green',
    'olive',
    'beige',
    'brown',
    'mustard',
    'pink',
  ],
  Shorts: ['black', 'gray', 'navy', 'olive', 'beige', 'khaki'],
  Jacket: ['black', 'charcoal', 'navy', 'olive', 'beige', 'maroon'],
  'Cargo Pants': ['black', 'olive', 'khaki', 'charcoal', 'navy', 'brown'],
  'Denim Jacket': ['blue', 'black', 'white', 'gray', 'navy'],
  'Track Pants': ['black', 'navy', 'charcoal', 'forest green', 'maroon', 'gray'],
  Chinos: ['beige', 'khaki', 'navy', 'olive', 'black', 'brown'],
  Other: ['black', 'white', 'gray', 'navy', 'red', 'forest green', 'beige'],
};

const WOVEN: readonly GarmentType[] = ['Jeans', 'Denim Jacket'];

/**
 * Returns the colors a garment type may be ordered in (docs/product.md, Printing); an unknown type has the hoodie's.
 */
export function garmentColors(garment: string): readonly GarmentColor[] {
  const type = garmentTypeOf(garment);
  const dyes = WOVEN.includes(type) ? WASHES : DYES;
  return ALLOWED[type].map((name) => ({ name, hex: dyes[name] }));
}

/** Returns the color of blank pictures: undyed cotton, and a middle wash for denim. */
export function blankColor(garment: string): GarmentColor {
  const colors = garmentColors(garment);
  const wanted = WOVEN.includes(garmentTypeOf(garment)) ? 'blue' : 'white';
  return colors.find(({ name }) => name === wanted) ?? { name: 'undyed', hex: '#e9e6df' };
}

/** Returns the garment's color of that name, or its blank color when it is not offered. */
export function colorFor(garment: string, colorName: string): GarmentColor {
  const wanted = colorName.trim().toLowerCase();
  return garmentColors(garment).find(({ name }) => name === wanted) ?? blankColor(garment);
}

/** Returns how dark a six-digit hex color is, from 0 (white) to 1 (black). */
function darkness(hex: string): number {
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return 1 - (0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5));
}

/**
 * Returns the opacity of highlights and shadows on a color: black fabric needs highlights, white fabric
 * shadows.
 */
export function shadingStrength(hex: string): { dark: number; light: number } {
  const dark = darkness(hex);
  return { dark: 0.62 + 0.38 * Math.min(1, dark * 1.6), light: 0.55 + 0.45 * (1 - dark) + dark * 0.1 };
}

/** Returns a readable ink on a fabric color: white on dark, nearly black on light. */
export const inkOnFabric = (garment: string, color: string): string =>
  darkness(colorFor(garment, color).hex) > 0.45 ? '#ffffff' : '#111111';
