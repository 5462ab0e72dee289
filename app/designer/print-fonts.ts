/** A print font; the browser bundles its files, the server converts them to outlines. */
interface PrintFont {
  readonly name: string;
  /** The package `@fontsource/…`. */
  readonly pack: string;
  readonly weight: number;
  /** Has Arabic glyphs. */
  readonly arabic?: true;
}

/** Print fonts by the ids that design documents store. Ids never change; names may. */
export const PRINT_FONTS = {
  anton: { name: 'Anton', pack: 'anton', weight: 400 },
  'archivo-black': { name: 'Archivo Black', pack: 'archivo-black', weight: 400 },
  'alfa-slab': { name: 'Alfa Slab', pack: 'alfa-slab-one', weight: 400 },
  abril: { name: 'Abril Fatface', pack: 'abril-fatface', weight: 400 },
  'dm-serif': { name: 'DM Serif', pack: 'dm-serif-display', weight: 400 },
  righteous: { name: 'Righteous', pack: 'righteous', weight: 400 },
  orbitron: { name: 'Orbitron', pack: 'orbitron', weight: 900 },
  'space-mono': { name: 'Space Mono', pack: 'space-mono', weight: 700 },
  'press-start': { name: 'Press Start', pack: 'press-start-2p', weight: 400 },
  rye: { name: 'Rye', pack: 'rye', weight: 400 },
  luckiest: { name: 'Luckiest Guy', pack: 'luckiest-guy', weight: 400 },
  pacifico: { name: 'Pacifico', pack: 'pacifico', weight: 400 },
  marker: { name: 'Permanent Marker', pack: 'permanent-marker', weight: 400 },
  monoton: { name: 'Monoton', pack: 'monoton', weight: 400 },
  lalezar: { name: 'Lalezar لاله‌زار', pack: 'lalezar', weight: 400, arabic: true },
  'aref-ruqaa': { name: 'Aref Ruqaa رقعة', pack: 'aref-ruqaa', weight: 700, arabic: true },
  rakkas: { name: 'Rakkas رقّاص', pack: 'rakkas', weight: 400, arabic: true },
  'reem-kufi': { name: 'Reem Kufi ريم كوفي', pack: 'reem-kufi', weight: 700, arabic: true },
  changa: { name: 'Changa شانجا', pack: 'changa', weight: 800, arabic: true },
  amiri: { name: 'Amiri أميري', pack: 'amiri', weight: 700, arabic: true },
} as const satisfies Record<string, PrintFont>;

export type PrintFontId = keyof typeof PRINT_FONTS;

export const PRINT_FONT_IDS = Object.keys(PRINT_FONTS) as [PrintFontId, ...PrintFontId[]];

/** Font for Arabic letters that the chosen font lacks. */
export const ARABIC_FALLBACK = 'lalezar' satisfies PrintFontId;

/** Returns the name of a font file in its package's `files` folder, without extension. */
export function fontFile(id: PrintFontId, script: 'latin' | 'arabic'): string {
  const { pack, weight } = PRINT_FONTS[id];
  return `${pack}-${script}-${weight}-normal`;
}

/** Returns whether a letter, mark or digit is set with the Arabic font file. */
export const isArabic = (letter: string): boolean => /[\u0600-\u06ff]/.test(letter);

/** Returns whether a text is written right to left, by its first strong letter. */
export function runsFromRight(text: string): boolean {
  const strong = /\p{L}/u.exec(text)?.[0];
  return strong !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(strong);
}

/** Characters that every Latin font here has, and those that every Arabic one has. */
const PRINTABLE =
  /[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u060c\u061b\u061f\u0621-\u063a\u0640-\u0655\u0660-\u0669\u0670\u0679\u067e\u0686\u0688\u0691\u0698\u06a4\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the letters that no print font has, without duplicates. */
export function unprintableLetters(text: string): string[] {
  const letters = Array.from(graphemes.segment(text));
  const missing = letters.filter(({ segment }) => [...segment].some((letter) => !PRINTABLE.test(letter)));
  return [...new Set(missing.map(({ segment }) => segment))];
}
