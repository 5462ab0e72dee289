import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';
import {
  ARABIC_FALLBACK,
  fontFile,
  isArabic,
  PRINT_FONTS,
  type PrintFontId,
  runsFromRight,
} from '../../app/designer/print-fonts.ts';
import { openTypeOf } from './open-type.ts';

interface Loaded {
  readonly font: Font;
  readonly upem: number;
}

const require = createRequire(import.meta.url);
const loaded = new Map<string, Loaded>();

function load(id: PrintFontId, script: 'latin' | 'arabic'): Loaded {
  const file = fontFile(id, script);
  const cached = loaded.get(file);
  if (cached) return cached;
  const woff = readFileSync(require.resolve(`@fontsource/${PRINT_FONTS[id].pack}/files/${file}.woff`));
  const face = new Face(new Blob(openTypeOf(woff).buffer));
  const entry = { font: new Font(face), upem: face.upem };
  loaded.set(file, entry);
  return entry;
}

const hasArabic = (id: PrintFontId): boolean => 'arabic' in PRINT_FONTS[id];

interface Run {
  readonly text: string;
  readonly arabic: boolean;
}

const isNeutral = (letter: string): boolean => !/[\p{L}\p{N}\p{M}]/u.test(letter);

// Marks and spaces take the direction of the preceding letters; between two directions, that of the text.
function runsOf(text: string): Run[] {
  const fromRight = runsFromRight(text);
  const runs: Run[] = [];
  const add = (part: string, arabic: boolean) => {
    const last = runs.at(-1);
    if (last?.arabic === arabic) runs[runs.length - 1] = { text: last.text + part, arabic };
    else runs.push({ text: part, arabic });
  };
  let waiting = '';
  for (const letter of text) {
    if (isNeutral(letter)) {
      waiting += letter;
      continue;
    }
    const arabic = isArabic(letter);
    if (waiting) add(waiting, runs.at(-1)?.arabic === arabic ? arabic : fromRight);
    waiting = '';
    add(letter, arabic);
  }
  if (waiting) add(waiting, fromRight);
  return fromRight ? runs.reverse() : runs;
}

const round = (value: number): number => Math.round(value * 100_000) / 100_000;

function outlineRun({ text, arabic }: Run, id: PrintFontId, from: number): { d: string; advance: number } {
  const { font, upem } = load(arabic && !hasArabic(id) ? ARABIC_FALLBACK : id, arabic ? 'arabic' : 'latin');
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = from;
  let d = '';
  for (const [i, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    for (const { type, values } of font.glyphToJson(codepoint)) {
      const points = values.map((value, at) =>
        round(at % 2 === 0 ? pen + (xOffset + value) / upem : -(yOffset + value) / upem),
      );
      d += type + points.join(' ');
    }
    pen += xAdvance / upem;
  }
  return { d, advance: pen - from };
}

/** Shapes a text: its outlines as an SVG path in em, with the baseline at the origin, and its width. */
export function outlineText(id: PrintFontId, text: string): { d: string; width: number } {
  let width = 0;
  let d = '';
  for (const run of runsOf(text)) {
    const set = outlineRun(run, id, width);
    d += set.d;
    width += set.advance;
  }
  return { d, width };
}
