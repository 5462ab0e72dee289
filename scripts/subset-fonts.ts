import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { type FontSource, type TypefaceSource, typefaces } from './typefaces.ts';

/*
 * Subsets the brands' fonts and measures their fallback fonts' metrics. Run after changing scripts/typefaces.ts: node
 * scripts/subset-fonts.ts
 */

const folder = join(import.meta.dirname, '../app/brands/fonts');
const ranges: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const marks = '–—‘’“”„…•·−×→←↑↓✓€™ŒœŠšŽžŸı';

/** Characters of Egyptian Arabic: its letters, Persian ones in loanwords, vowel signs, figures and marks. */
const arabicRanges: [number, number][] = [
  [0x621, 0x63a],
  [0x640, 0x655],
  [0x660, 0x66c],
];
const arabicMarks = '،؛؟ٰپچژڤکگی';

const textOf = (spans: [number, number][], more: string) =>
  spans
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join('') + more;

const scripts = {
  latin: {
    letters: textOf(ranges, marks),
    features: ['kern', 'liga', 'calt', 'tnum', 'mark', 'ccmp'],
  },
  arabic: {
    letters: textOf(arabicRanges, arabicMarks),
    features: [
      ...['init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt'],
      ...['kern', 'curs', 'mark', 'mkmk', 'ccmp', 'locl'],
    ],
  },
};
type Script = keyof typeof scripts;

const sample =
  'The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs. Fresh off the press, made to order in Cairo and sent within three working days.';
/**
 * Sentences of the stores. In all of these typefaces, their width per letter equals that of all Arabic texts.
 */
const arabicSample =
  'سويت بانتس بلوك باللون الفحمي، من الأمام، على شماعة، يرجى مراجعة الكتابة، أو تجربة كلمة أقصر أو أعمّ، طباعة تيشيرت ليمون بلدي عن قرب';

/**
 * Fallback system fonts by platform: Arial and compatible fonts; those of minimal Linux installations; those bundled
 * with test browsers. Each with the sample's width per em in sentence case and capitals, measured on Liberation, DejaVu
 * and Open Sans.
 */
const systemFonts = {
  sans: [
    { fonts: ['Arial', 'Liberation Sans', 'Roboto'], sentence: 0.4429, capitals: 0.5862 },
    { fonts: ['DejaVu Sans'], sentence: 0.5029, capitals: 0.5925 },
    { fonts: ['Open Sans Regular', 'Noto Sans Regular'], sentence: 0.4649, capitals: 0.5477 },
  ],
  'bold-sans': [
    { fonts: ['Arial Bold', 'Liberation Sans Bold', 'Roboto Bold'], sentence: 0.4782, capitals: 0.5917 },
    { fonts: ['DejaVu Sans Bold'], sentence: 0.5694, capitals: 0.6615 },
    { fonts: ['Open Sans Bold', 'Noto Sans Bold'], sentence: 0.4985, capitals: 0.573 },
  ],
  serif: [
    { fonts: ['Times New Roman', 'Liberation Serif', 'Noto Serif'], sentence: 0.406, capitals: 0.5653 },
    { fonts: ['DejaVu Serif'], sentence: 0.5123, capitals: 0.6495 },
    { fonts: ['Open Sans Regular', 'Noto Sans Regular'], sentence: 0.4649, capitals: 0.5477 },
  ],
  mono: [
    { fonts: ['Courier New', 'Liberation Mono', 'Roboto Mono'], sentence: 0.6001, capitals: 0.6001 },
    { fonts: ['DejaVu Sans Mono'], sentence: 0.6021, capitals: 0.6021 },
    { fonts: ['Open Sans Regular', 'Noto Sans Regular'], sentence: 0.4649, capitals: 0.5477 },
  ],
};

/**
 * The same for Arabic: fonts of phones, Linux, and older phones. Spaces come from the Latin font. In some
 * versions a font's full name includes "Regular".
 */
const arabicSystemFonts = [
  { fonts: ['Noto Sans Arabic Regular', 'Noto Sans Arabic'], regular: 0.4587, bold: 0.5075 },
  { fonts: ['DejaVu Sans'], regular: 0.4883, bold: 0.5811 },
  {
    fonts: ['Noto Naskh Arabic Regular', 'Noto Naskh Arabic', 'Noto Naskh Arabic UI'],
    regular: 0.4122,
    bold: 0.4286,
  },
];

/** Mean width of the words' letters in em. */
function width(sfnt: Buffer<ArrayBuffer>, words: string[]): number {
  const advances = words.map((word) => advance(sfnt, word));
  return advances.reduce((sum, one) => sum + one, 0) / words.join('').length;
}

/** Width of a text in em. */
function advance(sfnt: Buffer<ArrayBuffer>, text: string): number {
  const face = new hb.Face(new hb.Blob(sfnt.buffer.slice(sfnt.byteOffset, sfnt.byteOffset + sfnt.length)));
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(new hb.Font(face), buffer);
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / face.upem;
}

/** Ascent, descent and line gap in em, from the font's `hhea` table. */
function heights(sfnt: Buffer): { ascent: number; descent: number; gap: number } {
  const table = (tag: string) => {
    for (let at = 12; at < 12 + sfnt.readUInt16BE(4) * 16; at += 16) {
      if (sfnt.toString('latin1', at, at + 4) === tag) return sfnt.readUInt32BE(at + 8);
    }
    throw new Error(`The font has no ${tag} table.`);
  };
  const em = sfnt.readUInt16BE(table('head') + 18);
  const hhea = table('hhea');
  const [ascent, descent, gap] = [4, 6, 8].map((at) => sfnt.readInt16BE(hhea + at) / em) as [
    number,
    number,
    number,
  ];
  return { ascent, descent: -descent, gap };
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** Regular and bold, each with the weight at which fallbacks are measured: the most used bold. */
const textWeights = [
  { weight: '1 549', at: 400, fallback: 'sans' },
  { weight: '550 1000', at: 600, fallback: 'bold-sans' },
] as const;

type Instance = { weight: string; axes?: FontSource['axes']; fallback: TypefaceSource['fallback'] };

/** Instances of a typeface, with the metrics of their fallbacks. */
function instancesOf({ axes, fallback, weight }: TypefaceSource): Instance[] {
  if (fallback !== 'sans' || typeof axes?.wght !== 'object') return [{ axes, fallback, weight }];
  return textWeights.map(({ at, ...use }) => ({ ...use, axes: { ...axes, wght: at } }));
}

const fileOf = (family: string) => `${family.toLowerCase().replaceAll(' ', '-')}.woff2`;

async function subset(source: string, script: Script, format: 'woff2' | 'sfnt', axes: FontSource['axes']) {
  const original = await readFile(join(import.meta.dirname, '../node_modules', source));
  return subsetFont(original, scripts[script].letters, {
    noHinting: true,
    keepFeatures: scripts[script].features,
    variationAxes: axes ?? {},
    targetFormat: format,
  });
}

/** Writes a font reduced to the letters of its script. */
async function write({ family, source, axes }: FontSource & { family: string }, script: Script) {
  const woff2 = await subset(source, script, 'woff2', axes);
  await writeFile(join(folder, fileOf(family)), woff2);
  process.stdout.write(`${fileOf(family)} ${woff2.length} bytes\n`);
}

/**
 * Metrics of a face drawn at `size` with the Latin font's line height: browsers compute lines from whichever
 * file of a family loads first.
 */
function metrics(size: number, latin: Buffer) {
  const { ascent, descent, gap } = heights(latin);
  return {
    sizeAdjust: percent(size),
    ascent: percent(ascent / size),
    descent: percent(descent / size),
    lineGap: percent(gap / size),
  };
}

/** By platform, then by weight. */
const byPlatform = <T>(measured: T[][]) =>
  (measured[0] ?? []).map((_, device) => measured.flatMap((one) => one[device] ?? []));

async function latinFallbacks(typeface: TypefaceSource) {
  const text = typeface.capitals ? sample.toUpperCase() : sample;
  const measured = instancesOf(typeface).map(async ({ axes, fallback, weight }) => {
    const sfnt = await subset(typeface.source, 'latin', 'sfnt', axes);
    return systemFonts[fallback].map(({ fonts, sentence, capitals }) => ({
      fonts,
      weight,
      ...metrics(width(sfnt, [text]) / (typeface.capitals ? capitals : sentence), sfnt),
    }));
  });
  return byPlatform(await Promise.all(measured));
}

const boldOf = (fonts: string[]) => [
  ...new Set(fonts.map((font) => `${font.replace(/ Regular$/, '')} Bold`)),
];

/**
 * Fallbacks for the Arabic letters, at the Latin ones' weights, since browsers combine faces of one family.
 */
async function arabicFallbacks(typeface: TypefaceSource) {
  const { arabic } = typeface;
  const words = arabicSample.split(' ');
  const measured = instancesOf(typeface).map(async ({ axes, fallback, weight }) => {
    const wght = typeof axes?.wght === 'number' ? axes.wght : Number.parseInt(weight, 10);
    const sfnt = await subset(arabic.source, 'arabic', 'sfnt', arabic.axes && { wght });
    const latin = await subset(typeface.source, 'latin', 'sfnt', axes);
    return arabicSystemFonts.map(({ fonts, regular, bold }) => {
      const isBold = fallback === 'bold-sans';
      const names = isBold ? boldOf(fonts) : fonts;
      const stretch = (width(sfnt, words) * arabic.size) / (isBold ? bold : regular);
      return { fonts: names, weight, ...metrics(stretch, latin) };
    });
  });
  return byPlatform(await Promise.all(measured));
}

async function faceOf(typeface: TypefaceSource) {
  const { family, weight, arabic } = typeface;
  const latin = await subset(typeface.source, 'latin', 'sfnt', typeface.axes);
  return {
    family,
    file: fileOf(family),
    weight,
    fallbacks: await latinFallbacks(typeface),
    arabic: {
      file: fileOf(arabic.family),
      ...metrics(arabic.size, latin),
      fallbacks: await arabicFallbacks(typeface),
    },
  };
}

await mkdir(folder, { recursive: true });
for (const typeface of typefaces) await write(typeface, 'latin');
for (const arabic of new Set(typefaces.map((typeface) => typeface.arabic))) await write(arabic, 'arabic');
const faces = [];
for (const typeface of typefaces) faces.push(await faceOf(typeface));
await writeFile(join(folder, 'faces.json'), `${JSON.stringify(faces, null, 2)}\n`);
