import bidiFactory from 'bidi-js';
import { runsFromRight } from './print-fonts.ts';

/** Style of a text; lengths in em, angles in degrees. */
interface TextStyle {
  readonly text: string;
  readonly align: 'start' | 'center' | 'end';
  readonly letterSpacing: number;
  readonly arc: number;
}

/**
 * A piece of text drawn at once, its baseline starting at x and y and rotated around that point. In em and
 * degrees.
 */
interface PlacedPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** A laid out text around its center, in em. */
interface TextLayout {
  readonly pieces: readonly PlacedPiece[];
  readonly width: number;
  readonly height: number;
}

/** Measures the width of a text, in em. */
export type MeasureText = (text: string) => number;

/** Distance between baselines. */
const LEADING = 1.2;
/** Part of the line above the baseline. */
const ASCENT = 0.95;
const DESCENT = LEADING - ASCENT;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const bidi = bidiFactory();

/** The words and spaces of a line from left to right, as Unicode's bidirectional algorithm places them. */
function wordsFromLeft(line: string): string[] {
  const words = line.split(/(\s+)/);
  const wordAt = words.flatMap((word, at) => Array.from({ length: word.length }, () => at));
  const embedding = bidi.getEmbeddingLevels(line, runsFromRight(line) ? 'rtl' : 'ltr');
  const order = new Set(bidi.getReorderedIndices(line, embedding).map((at) => wordAt[at]));
  return [...order].flatMap((at) => words[at ?? -1] ?? []);
}

/** Letters of joined scripts cannot be separated, so words are the pieces. */
function piecesOf(line: string): string[] {
  if (/[\p{Script=Arabic}]/u.test(line)) return wordsFromLeft(line);
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  return runsFromRight(line) ? letters.reverse() : letters;
}

interface LineLayout {
  readonly pieces: readonly { readonly text: string; readonly start: number; readonly width: number }[];
  readonly width: number;
}

function layoutLine(line: string, { letterSpacing, arc }: TextStyle, measure: MeasureText): LineLayout {
  const texts = letterSpacing === 0 && arc === 0 ? [line] : piecesOf(line);
  let pen = 0;
  const pieces = texts.map((text) => {
    const width = measure(text);
    const start = pen;
    pen += width + letterSpacing;
    return { text, start, width };
  });
  return { pieces, width: Math.max(0, pen - letterSpacing) };
}

/**
 * Lays out a text; the designer's canvas and the print files use the same pieces. Lines without spacing or
 * arc are one piece each, which keeps kerning and joined letters; else letters, or the words of joined
 * scripts, are placed one by one.
 */
export function layoutText(style: TextStyle, measure: MeasureText): TextLayout {
  const lines = style.text.split('\n').map((line) => layoutLine(line, style, measure));
  const widest = Math.max(0.01, ...lines.map(({ width }) => width));
  const middle = (lines.length * LEADING) / 2;
  const radius = style.arc === 0 ? 0 : widest / ((style.arc * Math.PI) / 180);
  const placed = lines.flatMap(({ pieces, width }, i) => {
    const indent = (widest - width) * { start: 0, center: 0.5, end: 1 }[style.align] - widest / 2;
    const y = i * LEADING + ASCENT - middle;
    return pieces.map((piece) => ({
      ...piece,
      ...placeOnArc(indent + piece.start, piece.width, y, radius),
    }));
  });
  return center(placed);
}

/**
 * Returns where a piece starts on a circle of this radius through the block's center; 0 is a straight line.
 */
function placeOnArc(x: number, width: number, y: number, radius: number): Omit<PlacedPiece, 'text'> {
  if (radius === 0) return { x, y, rotation: 0 };
  const angle = (x + width / 2) / radius;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return {
    x: (radius - y) * sin - (width / 2) * cos,
    y: radius - (radius - y) * cos - (width / 2) * sin,
    rotation: (angle * 180) / Math.PI,
  };
}

function center(placed: readonly (PlacedPiece & { width: number })[]): TextLayout {
  const corners = placed.flatMap(({ x, y, width, rotation }) => {
    const angle = (rotation * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return [0, width].flatMap((dx) =>
      [-ASCENT, DESCENT].map((dy) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos] as const),
    );
  });
  const [left, right] = extent(corners.map(([x]) => x));
  const [top, bottom] = extent(corners.map(([, y]) => y));
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  return {
    pieces: placed.map(({ text, x, y, rotation }) => ({ text, x: x - cx, y: y - cy, rotation })),
    width: Math.max(0.01, right - left),
    height: bottom - top,
  };
}

const extent = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
