import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { type TypefaceSource, typefaces } from './typefaces.ts';

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
const glyphs = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
const glyphText = String.fromCodePoint(...glyphs) + marks;

const sample =
  'The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs. Fresh off the press, made to order in Cairo and sent within three working days.';

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

/** Width of a text in em. */
function width(sfnt: Buffer<ArrayBuffer>, text: string): number {
  const face = new hb.Face(new hb.Blob(sfnt.buffer.slice(sfnt.byteOffset, sfnt.byteOffset + sfnt.length)));
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(new hb.Font(face), buffer);
  const advance = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return advance / face.upem / text.length;
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

type Instance = { weight?: string; axes?: TypefaceSource['axes']; fallback: TypefaceSource['fallback'] };

/** Instances of a typeface, with the metrics of their fallbacks. */
function instancesOf({ axes, fallback }: TypefaceSource): Instance[] {
  if (fallback !== 'sans' || typeof axes?.wght !== 'object') return [{ axes, fallback }];
  return textWeights.map(({ at, ...use }) => ({ ...use, axes: { ...axes, wght: at } }));
}

async function cut(typeface: TypefaceSource) {
  const { family, source, axes, weight, capitals } = typeface;
  const original = await readFile(join(import.meta.dirname, '../node_modules', source));
  const options = { noHinting: true, keepFeatures: ['kern', 'liga', 'calt', 'tnum', 'mark', 'ccmp'] };
  const woff2 = await subsetFont(original, glyphText, {
    ...options,
    variationAxes: axes ?? {},
    targetFormat: 'woff2',
  });
  const file = `${family.toLowerCase().replaceAll(' ', '-')}.woff2`;
  await writeFile(join(folder, file), woff2);
  const text = capitals ? sample.toUpperCase() : sample;
  const measured = await Promise.all(
    instancesOf(typeface).map(async (instance) => {
      const sfnt = await subsetFont(original, glyphText, {
        ...options,
        variationAxes: instance.axes ?? {},
        targetFormat: 'sfnt',
      });
      const { ascent, descent, gap } = heights(sfnt);
      return systemFonts[instance.fallback].map(({ fonts, ...widths }) => {
        const stretch = width(sfnt, text) / (capitals ? widths.capitals : widths.sentence);
        return {
          fonts,
          weight: instance.weight ?? weight,
          sizeAdjust: percent(stretch),
          ascent: percent(ascent / stretch),
          descent: percent(descent / stretch),
          lineGap: percent(gap / stretch),
        };
      });
    }),
  );
  process.stdout.write(`${file} ${woff2.length} bytes, fallback at ${measured[0]?.[0]?.sizeAdjust}\n`);
  // By platform, then by weight.
  const byDevice = systemFonts[typeface.fallback].map((_, device) =>
    measured.flatMap((one) => one[device] ?? []),
  );
  return { family, file, weight, fallbacks: byDevice };
}

await mkdir(folder, { recursive: true });
const faces = [];
for (const typeface of typefaces) faces.push(await cut(typeface));
await writeFile(join(folder, 'faces.json'), `${JSON.stringify(faces, null, 2)}\n`);
