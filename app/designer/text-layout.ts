import { runsFromRight } from './print-fonts.ts';

/** How a text is set; lengths in em, angles in degrees. */
export interface TextStyle {
  readonly text: string;
  readonly align: 'start' | 'center' | 'end';
  readonly letterSpacing: number;
  readonly arc: number;
}

/** A piece that is drawn as a whole, its baseline starting at x and y, turned around that point. In em and degrees. */
export interface SetPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** A set text around its own middle, in em. */
export interface TextLayout {
  readonly pieces: readonly SetPiece[];
  readonly width: number;
  readonly height: number;
}

/** Width of a text set as a whole, in em. */
export type Measure = (text: string) => number;

/** From one baseline to the next. */
const LEADING = 1.2;
/** Room above and below the baseline that counts as a line's own. */
const ASCENT = 0.95;
const DESCENT = LEADING - ASCENT;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Letters of joined scripts cannot be pulled apart: whole words move instead.
function piecesOf(line: string): string[] {
  const split = /[\p{Script=Arabic}]/u.test(line)
    ? line.split(/(\s+)/).filter((word) => word !== '')
    : Array.from(graphemes.segment(line), ({ segment }) => segment);
  return runsFromRight(line) ? split.reverse() : split;
}

interface SetLine {
  readonly pieces: readonly { readonly text: string; readonly start: number; readonly width: number }[];
  readonly width: number;
}

function setLine(line: string, { letterSpacing, arc }: TextStyle, measure: Measure): SetLine {
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
 * Sets a text: the designer's canvas and the print files place its pieces alike. Lines without spacing or arc are one
 * piece each, so that kerning and joined letters stay; else letters, or the words of joined scripts, are placed one
 * by one.
 */
export function layoutText(style: TextStyle, measure: Measure): TextLayout {
  const lines = style.text.split('\n').map((line) => setLine(line, style, measure));
  const widest = Math.max(0.01, ...lines.map(({ width }) => width));
  const middle = (lines.length * LEADING) / 2;
  const radius = style.arc === 0 ? 0 : widest / ((style.arc * Math.PI) / 180);
  const placed = lines.flatMap(({ pieces, width }, i) => {
    const indent = (widest - width) * { start: 0, center: 0.5, end: 1 }[style.align] - widest / 2;
    const y = i * LEADING + ASCENT - middle;
    return pieces.map((piece) => ({
      ...piece,
      ...bent(indent + piece.start, piece.width, y, radius),
    }));
  });
  return centred(placed);
}

/** Where a piece starts when its line lies on a circle of this radius through the block's middle; 0 is a straight line. */
function bent(x: number, width: number, y: number, radius: number): Omit<SetPiece, 'text'> {
  if (radius === 0) return { x, y, rotation: 0 };
  const turn = (x + width / 2) / radius;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return {
    x: (radius - y) * sin - (width / 2) * cos,
    y: radius - (radius - y) * cos - (width / 2) * sin,
    rotation: (turn * 180) / Math.PI,
  };
}

function centred(placed: readonly (SetPiece & { width: number })[]): TextLayout {
  const corners = placed.flatMap(({ x, y, width, rotation }) => {
    const turn = (rotation * Math.PI) / 180;
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
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
