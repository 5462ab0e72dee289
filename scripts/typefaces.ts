type Axis = number | { min: number; max: number };

/** A brand's typeface: source, subset, and kind of fallback font. */
export type TypefaceSource = {
  family: string;
  /** Path under node_modules. */
  source: string;
  axes?: Record<string, Axis>;
  /** `font-weight` of its rule. */
  weight: string;
  fallback: 'sans' | 'bold-sans' | 'serif' | 'mono';
  /** Headings use capitals, so widths are measured on capitals. */
  capitals?: boolean;
};

const variable = (name: string, file: string) =>
  `@fontsource-variable/${name}/files/${name}-latin-${file}-normal.woff2`;
const text = { min: 400, max: 700 };

/** All typefaces of the brands, by family name. */
export const typefaces: TypefaceSource[] = [
  {
    family: 'Bricolage Grotesque',
    source: variable('bricolage-grotesque', 'standard'),
    axes: { wght: 800, wdth: 80, opsz: 72 },
    weight: '800',
    fallback: 'bold-sans',
    capitals: true,
  },
  {
    family: 'Libre Franklin',
    source: variable('libre-franklin', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
  },
  {
    family: 'Caprasimo',
    source: '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2',
    weight: '400',
    fallback: 'serif',
  },
  {
    family: 'Figtree',
    source: variable('figtree', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
  },
  {
    family: 'Geist',
    source: variable('geist', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
  },
  {
    family: 'Geist Mono',
    source: variable('geist-mono', 'wght'),
    axes: { wght: { min: 400, max: 600 } },
    weight: '400 600',
    fallback: 'mono',
  },
  {
    family: 'Archivo Expanded',
    source: variable('archivo', 'standard'),
    axes: { wght: 900, wdth: 125 },
    weight: '900',
    fallback: 'bold-sans',
    capitals: true,
  },
  {
    family: 'Archivo',
    source: variable('archivo', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
  },
  {
    family: 'Newsreader',
    source: variable('newsreader', 'standard'),
    axes: { wght: 400, opsz: 72 },
    weight: '400',
    fallback: 'serif',
  },
  {
    family: 'Hanken Grotesk',
    source: variable('hanken-grotesk', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
  },
];
