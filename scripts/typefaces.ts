type Axis = number | { min: number; max: number };

/** A font's source file, and the subset to take from it. */
export type FontSource = {
  /** Path under node_modules. */
  source: string;
  axes?: Record<string, Axis>;
};

/**
 * An Arabic typeface. Spaces, figures and Latin words in Arabic text use the Latin typeface it belongs to.
 */
export type ArabicTypeface = FontSource & {
  family: string;
  /** Size relative to the Latin letters, so that both look equally large in a line. */
  size: number;
};

/** A brand's typeface: source, subset, and kind of fallback font. */
export type TypefaceSource = FontSource & {
  family: string;
  /** `font-weight` of its rule. */
  weight: string;
  fallback: 'sans' | 'bold-sans' | 'serif' | 'mono';
  /** Headings use capitals, so widths are measured on capitals. */
  capitals?: boolean;
  arabic: ArabicTypeface;
};

const variable = (name: string, file: string, script: 'latin' | 'arabic' = 'latin') =>
  `@fontsource-variable/${name}/files/${name}-${script}-${file}-normal.woff2`;
const text = { min: 400, max: 700 };

/** Broad and even like Inkthread's grotesques; heavy for its capitals. */
const alexandria: ArabicTypeface = {
  family: 'Alexandria',
  source: variable('alexandria', 'wght', 'arabic'),
  axes: { wght: { min: 400, max: 800 } },
  size: 0.92,
};
/** Drawn with the same fat brush as Caprasimo. */
const lalezar: ArabicTypeface = {
  family: 'Lalezar',
  source: '@fontsource/lalezar/files/lalezar-arabic-400-normal.woff2',
  size: 1.04,
};
const balooBhaijaan: ArabicTypeface = {
  family: 'Baloo Bhaijaan 2',
  source: variable('baloo-bhaijaan-2', 'wght', 'arabic'),
  axes: { wght: text },
  size: 1.1,
};
const readexPro: ArabicTypeface = {
  family: 'Readex Pro',
  source: variable('readex-pro', 'wght', 'arabic'),
  axes: { wght: text },
  size: 0.98,
};
/** Its black has the square, closed shapes of Northblock's wide capitals. */
const cairo: ArabicTypeface = {
  family: 'Cairo',
  source: variable('cairo', 'wght', 'arabic'),
  axes: { wght: { min: 400, max: 900 } },
  size: 1.05,
};
/** A newspaper Naskh with Newsreader's contrast. */
const markazi: ArabicTypeface = {
  family: 'Markazi Text',
  source: '@fontsource/markazi-text/files/markazi-text-arabic-400-normal.woff2',
  size: 1.2,
};
const vazirmatn: ArabicTypeface = {
  family: 'Vazirmatn',
  source: variable('vazirmatn', 'wght', 'arabic'),
  axes: { wght: text },
  size: 1,
};

/** All typefaces of the brands, by family name. */
export const typefaces: TypefaceSource[] = [
  {
    family: 'Bricolage Grotesque',
    source: variable('bricolage-grotesque', 'standard'),
    axes: { wght: 800, wdth: 80, opsz: 72 },
    weight: '800',
    fallback: 'bold-sans',
    capitals: true,
    arabic: alexandria,
  },
  {
    family: 'Libre Franklin',
    source: variable('libre-franklin', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
    arabic: alexandria,
  },
  {
    family: 'Caprasimo',
    source: '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2',
    weight: '400',
    fallback: 'serif',
    arabic: lalezar,
  },
  {
    family: 'Figtree',
    source: variable('figtree', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
    arabic: balooBhaijaan,
  },
  {
    family: 'Geist',
    source: variable('geist', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
    arabic: readexPro,
  },
  {
    family: 'Geist Mono',
    source: variable('geist-mono', 'wght'),
    axes: { wght: { min: 400, max: 600 } },
    weight: '400 600',
    fallback: 'mono',
    arabic: readexPro,
  },
  {
    family: 'Archivo Expanded',
    source: variable('archivo', 'standard'),
    axes: { wght: 900, wdth: 125 },
    weight: '900',
    fallback: 'bold-sans',
    capitals: true,
    arabic: cairo,
  },
  {
    family: 'Archivo',
    source: variable('archivo', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
    arabic: cairo,
  },
  {
    family: 'Newsreader',
    source: variable('newsreader', 'standard'),
    axes: { wght: 400, opsz: 72 },
    weight: '400',
    fallback: 'serif',
    arabic: markazi,
  },
  {
    family: 'Hanken Grotesk',
    source: variable('hanken-grotesk', 'wght'),
    axes: { wght: text },
    weight: '400 700',
    fallback: 'sans',
    arabic: vazirmatn,
  },
];
