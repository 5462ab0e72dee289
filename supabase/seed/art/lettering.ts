import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';
import { openTypeOf } from '../../../server/print-files/open-type.ts';

/** The faces prints are set in. Outlines are drawn, never text: a bare machine has no fonts. */
const FACES = {
  anton: 'anton-latin-400',
  archivo: 'archivo-black-latin-400',
  krona: 'krona-one-latin-400',
  slab: 'alfa-slab-one-latin-400',
  fatface: 'abril-fatface-latin-400',
  script: 'pacifico-latin-400',
  marker: 'permanent-marker-latin-400',
  black: 'unifrakturcook-latin-700',
  mono: 'space-mono-latin-700',
  pixel: 'press-start-2p-latin-400',
  neon: 'monoton-latin-400',
  lalezar: 'lalezar-arabic-400',
  ruqaa: 'aref-ruqaa-arabic-700',
  cinzel: 'cinzel-latin-700',
  comic: 'luckiest-guy-latin-400',
  deco: 'limelight-latin-400',
  orbit: 'orbitron-latin-900',
  rye: 'rye-latin-400',
  serif: 'dm-serif-display-latin-400',
  retro: 'righteous-latin-400',
} as const;

export type FaceName = keyof typeof FACES;

interface Glyph {
  /** Path commands in units of the em, upright, origin at the baseline. */
  readonly commands: readonly { readonly type: string; readonly values: readonly number[] }[];
}

interface Loaded {
  readonly font: Font;
  readonly upem: number;
  readonly glyphs: Map<number, Glyph>;
}

const require = createRequire(import.meta.url);
const loaded = new Map<FaceName, Loaded>();

function load(name: FaceName): Loaded {
  const known = loaded.get(name);
  if (known) return known;
  const file = FACES[name];
  const family = file.replace(/-(latin|arabic)-\d+$/, '');
  const data = openTypeOf(readFileSync(require.resolve(`@fontsource/${family}/files/${file}-normal.woff`)));
  const face = new Face(new Blob(data.buffer));
  const entry = { font: new Font(face), upem: face.upem, glyphs: new Map<number, Glyph>() };
  loaded.set(name, entry);
  return entry;
}

interface Placed {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
}

function place(name: FaceName, text: string): { glyphs: Placed[]; width: number } {
  const { font, upem, glyphs } = load(name);
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = 0;
  const placed = buffer.getGlyphInfos().map(({ codepoint }, i) => {
    const position = positions[i];
    const known = glyphs.get(codepoint);
    const glyph = known ?? { commands: font.glyphToJson(codepoint) };
    if (!known) glyphs.set(codepoint, glyph);
    const advance = (position?.xAdvance ?? 0) / upem;
    const at = {
      glyph,
      x: pen + (position?.xOffset ?? 0) / upem,
      y: (position?.yOffset ?? 0) / upem,
      advance,
    };
    pen += advance;
    return at;
  });
  return { glyphs: placed, width: pen };
}

const round = (value: number): number => Math.round(value * 10) / 10;

function draw(
  { commands }: Glyph,
  upem: number,
  move: (x: number, y: number) => readonly [number, number],
): string {
  let d = '';
  for (const { type, values } of commands) {
    d += type;
    for (let i = 0; i + 1 < values.length; i += 2) {
      const [x, y] = move((values[i] ?? 0) / upem, (values[i + 1] ?? 0) / upem);
      d += `${i > 0 ? ' ' : ''}${round(x)} ${round(y)}`;
    }
  }
  return d;
}

export interface LineOptions {
  readonly x?: number;
  /** The baseline. */
  readonly y?: number;
  /** Em size; ignored when `fit` is given. */
  readonly size?: number;
  /** Scale the line so that it is exactly this wide. */
  readonly fit?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Extra space between letters, in em. */
  readonly tracking?: number;
  /** Bend the baseline: how far the middle rises above the ends (negative: hangs below). */
  readonly arch?: number;
}

/** A set line: its outlines as one path, and the size it came out at. */
export interface SetLine {
  readonly d: string;
  readonly width: number;
  readonly size: number;
}

/** Sets one line of text as outlines. */
export function setLine(face: FaceName, text: string, options: LineOptions = {}): SetLine {
  const { x = 0, y = 0, anchor = 'middle', tracking = 0, arch = 0 } = options;
  const { upem } = load(face);
  const { glyphs, width: em } = place(face, text);
  const natural = em + tracking * Math.max(0, glyphs.length - 1);
  const size = options.fit === undefined ? (options.size ?? 100) : options.fit / natural;
  const width = natural * size;
  const start = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  const rise = (px: number): number => arch * (1 - ((px - start - width / 2) / (width / 2 || 1)) ** 2);
  let d = '';
  for (const [i, { glyph, x: gx, y: gy }] of glyphs.entries()) {
    const left = gx + tracking * i;
    d += draw(glyph, upem, (px, py) => {
      const at = start + (left + px) * size;
      return [at, y - (py + gy) * size - (arch === 0 ? 0 : rise(at))];
    });
  }
  return { d, width, size };
}

/** Sets text along a circle: `middle` is the angle of its centre in degrees, -90 being the top; `inward` turns its feet out. */
export function setRound(
  face: FaceName,
  text: string,
  circle: {
    cx: number;
    cy: number;
    r: number;
    size: number;
    middle: number;
    tracking?: number;
    inward?: boolean;
  },
): string {
  const { cx, cy, r, size, tracking = 0, inward = false } = circle;
  const { upem } = load(face);
  const { glyphs, width } = place(face, text);
  const total = (width + tracking * glyphs.length) * size;
  const turn = inward ? -1 : 1;
  let d = '';
  for (const [i, { glyph, x, advance }] of glyphs.entries()) {
    const centre = (x + tracking * i + advance / 2) * size - total / 2;
    const angle = (circle.middle * Math.PI) / 180 + (turn * centre) / r;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    d += draw(glyph, upem, (px, py) => {
      const along = (px - advance / 2) * size * turn;
      const out = r + py * size * turn;
      return [cx + cos * out - sin * along, cy + sin * out + cos * along];
    });
  }
  return d;
}

/** The box around an outline, by its corner and handle points. */
export function boundsOf(d: string): { x: number; y: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let isX = true;
  for (const [text] of d.matchAll(/-?\d+(\.\d+)?/g)) {
    const value = Number(text);
    if (isX) {
      left = Math.min(left, value);
      right = Math.max(right, value);
    } else {
      top = Math.min(top, value);
      bottom = Math.max(bottom, value);
    }
    isX = !isX;
  }
  return Number.isFinite(left)
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 0, height: 0 };
}

/** Sets a line whose ink starts exactly at `top` and is `width` wide, but never taller than `tallest`. */
export function setBlock(
  face: FaceName,
  text: string,
  block: { x?: number; top: number; width: number; tallest?: number; tracking?: number; arch?: number },
): { d: string; height: number; width: number } {
  const { x = 500, top, width, tallest = Infinity, tracking, arch } = block;
  const options = { x: 0, y: 0, tracking };
  const trial = boundsOf(setLine(face, text, { ...options, size: 100 }).d);
  const scale = Math.min(width / trial.width, tallest / trial.height);
  const set = setLine(face, text, { ...options, size: 100 * scale, arch });
  const box = boundsOf(set.d);
  const shift = { dx: x - (box.x + box.width / 2), dy: top - box.y };
  return { d: moved(set.d, shift.dx, shift.dy), height: box.height, width: box.width };
}

function moved(d: string, dx: number, dy: number): string {
  let isX = true;
  return d.replace(/-?\d+(?:\.\d+)?/g, (text) => {
    const value = Number(text) + (isX ? dx : dy);
    isX = !isX;
    return `${round(value)}`;
  });
}
