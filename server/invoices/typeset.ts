import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face } from 'harfbuzzjs';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import { printableText } from '../../app/lib/printable-text.ts';
import { bidiRuns, type Direction, directionByLetters, turned } from '../fonts/bidi-runs.ts';
import { openTypeOf } from '../fonts/open-type.ts';

/** The part of a PDFKit document that text is set with. */
type Page = Pick<
  PDFKit.PDFDocument,
  'font' | 'fontSize' | 'fillColor' | 'text' | 'widthOfString' | 'registerFont'
>;

interface TextStyle {
  /** In points. */
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

/** Has a glyph for each Arabic letter, none for several, so that programs read the letters of a PDF in their order. */
const amiri: Pack = { name: 'amiri', weights: { regular: 400, bold: 700 } };
const plex: Pack = { name: 'ibm-plex-sans', weights: { regular: 400, bold: 600 } };

/** The files of the faces that documents are set in, a script in each; a letter is set in the first that has it. */
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

/** Makes the faces known to a document, which holds those of them that it uses. */
export function registerFonts(page: Page): void {
  for (const script of scriptNames)
    for (const weight of ['regular', 'bold'] as const)
      page.registerFont(`${script}-${weight}`, faceFile(script, weight));
}

/** The letters of each file, which are those of both weights. */
const letters = new Map<Script, ReadonlySet<number>>();

function hasLetter(script: Script, letter: string): boolean {
  const listed =
    letters.get(script) ?? new Set(new Face(new Blob(faceFile(script, 'regular').buffer)).collectUnicodes());
  letters.set(script, listed);
  return listed.has(letter.codePointAt(0) ?? 0);
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;
/** Marks that steer directions, joining and breaks, and have no shape. */
const unseen = /\p{Cf}|[\ufe00-\ufe0f]/gu;

/** Between these letters the face draws a stroke that is no letter, of which programs make one; a tatweel looks the same. */
const stretched = /ل(?=[كکگ](?![اأإآلكکگ])\p{L})/gu;

/** The file that a letter is set in; undefined when none has it. */
function scriptOf(letter: string): Script | undefined {
  if (arabic.test(letter) && hasLetter('arabic', letter)) return 'arabic';
  return scriptNames.find((script) => script !== 'arabic' && hasLetter(script, letter));
}

/** Whether one file has a character with its marks, so that these stand on it. */
function canBeSet(grapheme: string): boolean {
  const [first, ...marks] = [...grapheme.replace(unseen, '').replace(/\s/g, ' ')];
  if (first === undefined) return true;
  const script = scriptOf(first);
  return script !== undefined && marks.every((mark) => scriptOf(mark) === script);
}

interface Run {
  text: string;
  script: Script;
  /** Where it begins in the line. */
  first: number;
}

/**
 * Splits a line into runs of one direction and face, from left to right as they are seen. Arabic stays in reading order, for the
 * shaping turns it round; other letters between Arabic ones are turned here.
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

/** Sets the letters together that Arabic joins; naming any feature keeps PDFKit from setting word by word, from the left. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['liga'];

const faceOf = ({ script }: Run, { bold = false }: TextStyle): string =>
  `${script}-${bold ? 'bold' : 'regular'}`;

/** Arabic is drawn smaller in its face than Latin letters are in theirs. */
const sizeOf = ({ script }: Run, { size }: TextStyle): number => (script === 'arabic' ? size * 1.15 : size);

function widthOfRun(page: Page, run: Run, style: TextStyle): number {
  page.font(faceOf(run, style)).fontSize(sizeOf(run, style));
  return page.widthOfString(run.text, { features });
}

/** The width of a line in points. */
export const widthOf = (page: Page, line: string, style: TextStyle, direction: Direction): number =>
  runsOf(line, direction).reduce((width, run) => width + widthOfRun(page, run, style), 0);

/** Breaks a text between words so that no line is wider than `width` points; a longer word between letters. */
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

/** A box for text, in points from the page's left and top. */
interface Box {
  x: number;
  y: number;
  width: number;
}

export interface TextSetting extends TextStyle {
  language: Language;
  /** Where the lines stand in their box: where reading begins, or at the other side. */
  align?: 'start' | 'end';
  /** What people typed has the direction of its own letters. */
  typed?: boolean;
}

export const lineHeight = ({ size }: TextStyle): number => size * 1.5;

const directionOfText = (text: string, { language, typed = false }: TextSetting): Direction => {
  return typed ? directionByLetters(text) : directionOf(language);
};

/** The height that a text takes in a box of some width. */
export const heightOf = (page: Page, text: string, width: number, setting: TextSetting): number =>
  linesOf(page, text, setting, width, directionOfText(text, setting)).length * lineHeight(setting);

/** Sets a text into a box and returns its height. */
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
    // In the order in which they are read, which is the one that programs copy and read aloud.
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
