import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Direction, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';
import {
  ARABIC_FALLBACK,
  fontFile,
  isArabic,
  PRINT_FONTS,
  type PrintFontId,
  runsFromRight,
} from '../../app/designer/print-fonts.ts';
import { type BidiRun, bidiRuns } from '../fonts/bidi-runs.ts';
import { openTypeOf } from '../fonts/open-type.ts';

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

const round = (value: number): number => Math.round(value * 100_000) / 100_000;

interface Glyph {
  /** Index in its font; 0 is the box for a missing glyph. */
  readonly glyph: number;
  /** Outline as an SVG path in em, with the text's baseline at the origin. */
  readonly path: string;
}

function glyphsOfRun(
  run: BidiRun<boolean>,
  id: PrintFontId,
  from: number,
): { glyphs: Glyph[]; advance: number } {
  const { text, face: arabic, fromRight } = run;
  const { font, upem } = load(arabic && !hasArabic(id) ? ARABIC_FALLBACK : id, arabic ? 'arabic' : 'latin');
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(fromRight ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = from;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    const path = font.glyphToJson(codepoint).map(({ type, values }) => {
      const points = values.map((value, at) =>
        round(at % 2 === 0 ? pen + (xOffset + value) / upem : -(yOffset + value) / upem),
      );
      return type + points.join(' ');
    });
    pen += xAdvance / upem;
    return { glyph: codepoint, path: path.join('') };
  });
  return { glyphs, advance: pen - from };
}

/** Shapes a text: its glyphs from left to right, and its width in em. */
export function shapeText(id: PrintFontId, text: string): { glyphs: Glyph[]; width: number } {
  let width = 0;
  const glyphs = bidiRuns(text, runsFromRight(text) ? 'rtl' : 'ltr', isArabic).flatMap((run) => {
    const set = glyphsOfRun(run, id, width);
    width += set.advance;
    return set.glyphs;
  });
  return { glyphs, width };
}

/** Shapes a text: its outlines as an SVG path in em, with the baseline at the origin, and its width. */
export function outlineText(id: PrintFontId, text: string): { d: string; width: number } {
  const { glyphs, width } = shapeText(id, text);
  return { d: glyphs.map(({ path }) => path).join(''), width };
}
