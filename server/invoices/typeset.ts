import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face } from 'harfbuzzjs';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import { printableText } from '../../app/lib/printable-text.ts';
import { bidiRuns, type Direction, directionByLetters, turned } from '../fonts/bidi-runs.ts';
import { openTypeOf } from '../fonts/open-type.ts';

type Page = Pick<
  PDFKit.PDFDocument,
  'font' | 'fontSize' | 'fillColor' | 'text' | 'widthOfString' | 'registerFont'
>;

interface TextStyle {
  /** Points. */
  size: number;
  bold?: boolean;
  color?: string;
}

const require = createRequire(import.meta.url);
type Weight = 'regular' | 'bold';

interface Pack {
  name: string;
  weights: Readonly<Record<Weight, number>>;
}

/** Draws one glyph per Arabic letter, no ligatures, so that programs extract a PDF's letters in order. */
const amiri: Pack = { name: 'amiri', weights: { regular: 400, bold: 700 } };
const plex: Pack = { name: 'ibm-plex-sans', weights: { regular: 400, bold: 600 } };

/** Font files per script. Each letter uses the first file that has it. */
const scripts = {
  arabic: amiri,
  latin: plex,
  'latin-ext': plex,
  cyrillic: plex,
  'cyrillic-ext': plex,
  greek: plex,
  vietnamese: plex,
} as const;
type Script = keyof typeof scripts;
const scriptNames: readonly Script[] = Object.keys(scripts).filter((name): name is Script => name in scripts);

const faces = new Map<string, Uint8Array<ArrayBuffer>>();

function faceFile(script: Script, weight: Weight): Uint8Array<ArrayBuffer> {
  const { name: pack, weights } = scripts[script];
  const name = `${pack}-${script}-${weights[weight]}-normal.woff`;
  const face =
    faces.get(name) ?? openTypeOf(readFileSync(require.resolve(`@fontsource/${pack}/files/${name}`)));
  faces.set(name, face);
  return face;
}

/** Registers the fonts; the document embeds only those it uses. */
export function registerFonts(page: Page): void {
  for (const script of scriptNames)
    for (const weight of ['regular', 'bold'] as const)
      page.registerFont(`${script}-${weight}`, faceFile(script, weight));
}

/** Letters of each file; both weights have the same. */
const letters = new Map<Script, ReadonlySet<number>>();

function hasLetter(script: Script, letter: string): boolean {
  const listed =
    letters.get(script) ?? new Set(new Face(new Blob(faceFile(script, 'regular').buffer)).collectUnicodes());
  letters.set(script, listed);
  return listed.has(letter.codePointAt(0) ?? 0);
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;
/** Formatting characters that control direction, joining and breaks, and have no glyph. */
const unseen = /\p{Cf}|[\ufe00-\ufe0f]/gu;

/** Pairs between which the font draws a stroke that programs read as a letter; a tatweel looks the same. */
const stretched = /ل(?=[كکگ](?![اأإآلكکگ])\p{L})/gu;

/** The font file for a letter; undefined if none has it. */
function scriptOf(letter: string): Script | undefined {
  if (arabic.test(letter) && hasLetter('arabic', letter)) return 'arabic';
  return scriptNames.find((script) => script !== 'arabic' && hasLetter(script, letter));
}

/** Whether one file has a character with all its marks, so that they stay on it. */
function canBeSet(grapheme: string): boolean {
  const [first, ...marks] = [...grapheme.replace(unseen, '').replace(/\s/g, ' ')];
  if (first === undefined) return true;
  const script = scriptOf(first);
  return script !== undefined && marks.every((mark) => scriptOf(mark) === script);
}

interface Run {
  text: string;
  script: Script;
  /** Index of its first letter in the line. */
  first: number;
}

/**
 * Splits a line into runs of one direction and font, in visual order from left to right. Arabic stays in
 * logical order because shaping reverses it; other letters between Arabic ones are reversed here.
 */
export function runsOf(line: string, direction: Direction): Run[] {
  return bidiRuns(line, direction, (letter) => scriptOf(letter) ?? 'latin').flatMap(
    ({ text, face: script, fromRight, first }) => {
      const read = text.replace(unseen, '').replace(stretched, 'ل\u0640');
      if (read === '') return [];
      return [{ text: (script === 'arabic') === fromRight ? read : turned(read), script, first }];
    },
  );
}

/** Ligatures join Arabic letters; naming any feature also stops PDFKit from setting word by word from the left. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['liga'];

const faceOf = ({ script }: Run, { bold = false }: TextStyle): string =>
  `${script}-${bold ? 'bold' : 'regular'}`;

/** Arabic letters are smaller in their font than Latin ones. */
const sizeOf = ({ script }: Run, { size }: TextStyle): number => (script === 'arabic' ? size * 1.15 : size);

function widthOfRun(page: Page, run: Run, style: TextStyle): number {
  page.font(faceOf(run, style)).fontSize(sizeOf(run, style));
  return page.widthOfString(run.text, { features });
}

/** Width of a line in points. */
export const widthOf = (page: Page, line: string, style: TextStyle, direction: Direction): number =>
  runsOf(line, direction).reduce((width, run) => width + widthOfRun(page, run, style), 0);

/** Breaks a text between words into lines of at most `width` points, and a longer word between letters. */
function linesOf(page: Page, text: string, style: TextStyle, width: number, direction: Direction): string[] {
  const fits = (line: string) => widthOf(page, line, style, direction) <= width;
  const lines: string[] = [];
  for (const paragraph of printableText(text, canBeSet).split('\n')) {
    let line = '';
    for (const word of paragraph.split(/[ \t]+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const letter of word) {
        if (line !== '' && !fits(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** In points, from the top left of the page. */
interface Box {
  x: number;
  y: number;
  width: number;
}

export interface TextSetting extends TextStyle {
  language: Language;
  /** `start` is where reading starts. */
  align?: 'start' | 'end';
  /** Text that a person typed: its direction follows its own letters. */
  typed?: boolean;
}

export const lineHeight = ({ size }: TextStyle): number => size * 1.5;

const directionOfText = (text: string, { language, typed = false }: TextSetting): Direction => {
  return typed ? directionByLetters(text) : directionOf(language);
};

/** Height of a text in a box of this width. */
export const heightOf = (page: Page, text: string, width: number, setting: TextSetting): number =>
  linesOf(page, text, setting, width, directionOfText(text, setting)).length * lineHeight(setting);

/** Draws a text into a box and returns its height. */
export function setText(page: Page, text: string, { x, y, width }: Box, setting: TextSetting): number {
  const direction = directionOfText(text, setting);
  const lines = linesOf(page, text, setting, width, direction);
  const fromRight = (directionOf(setting.language) === 'rtl') !== (setting.align === 'end');
  for (const [row, line] of lines.entries()) {
    let pen = fromRight ? x + width - widthOf(page, line, setting, direction) : x;
    const placed = runsOf(line, direction).map((run) => {
      const start = pen;
      pen += widthOfRun(page, run, setting);
      return { run, start };
    });
    // In reading order, which programs copy and read aloud.
    for (const { run, start } of placed.toSorted((a, b) => a.run.first - b.run.first)) {
      page
        .font(faceOf(run, setting))
        .fontSize(sizeOf(run, setting))
        .fillColor(setting.color ?? '#111827')
        .text(run.text, start, y + row * lineHeight(setting) + setting.size * 1.1, {
          lineBreak: false,
          baseline: 'alphabetic',
          features,
        });
    }
  }
  return lines.length * lineHeight(setting);
}
