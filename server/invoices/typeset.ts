import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
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
const weights = { regular: 400, bold: 600 } as const;
const scripts = ['latin', 'arabic'] as const;

const faces = new Map<string, Uint8Array<ArrayBuffer>>();

/** A script of the face that papers are set in, each in a file of its own. */
function faceFile(script: (typeof scripts)[number], weight: number): Uint8Array<ArrayBuffer> {
  const name = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff`;
  const face =
    faces.get(name) ??
    openTypeOf(readFileSync(require.resolve(`@fontsource/ibm-plex-sans-arabic/files/${name}`)));
  faces.set(name, face);
  return face;
}

/** Makes the faces known to a document. */
export function registerFonts(page: Page): void {
  for (const script of scripts)
    for (const [name, weight] of Object.entries(weights))
      page.registerFont(`${script}-${name}`, faceFile(script, weight));
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;
/** Marks that steer directions and have no shape. */
const unseen = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

interface Run {
  text: string;
  isArabic: boolean;
}

/**
 * Splits a line into runs of one direction and face, from left to right as they are seen. Arabic stays in reading order, for the
 * shaping turns it round; other letters between Arabic ones are turned here.
 */
export function runsOf(line: string, direction: Direction): Run[] {
  return bidiRuns(line, direction, (letter) => arabic.test(letter)).flatMap(
    ({ text, isArabic, fromRight }) => {
      const shown = (isArabic === fromRight ? text : turned(text)).replace(unseen, '');
      return shown === '' ? [] : [{ text: shown, isArabic }];
    },
  );
}

/** Sets the letters together that Arabic joins; naming any feature keeps PDFKit from setting word by word, from the left. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['liga'];

const faceOf = ({ isArabic }: Run, { bold = false }: TextStyle): string =>
  `${isArabic ? 'arabic' : 'latin'}-${bold ? 'bold' : 'regular'}`;

function widthOfRun(page: Page, run: Run, style: TextStyle): number {
  page.font(faceOf(run, style)).fontSize(style.size);
  return page.widthOfString(run.text, { features });
}

/** The width of a line in points. */
export const widthOf = (page: Page, line: string, style: TextStyle, direction: Direction): number =>
  runsOf(line, direction).reduce((width, run) => width + widthOfRun(page, run, style), 0);

/** Breaks a text between words so that no line is wider than `width` points; a longer word between letters. */
function linesOf(page: Page, text: string, style: TextStyle, width: number, direction: Direction): string[] {
  const fits = (line: string) => widthOf(page, line, style, direction) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
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
    for (const run of runsOf(line, direction)) {
      const advance = widthOfRun(page, run, setting);
      page
        .fillColor(setting.color ?? '#111827')
        .text(run.text, pen, y + row * lineHeight(setting) + setting.size * 1.1, {
          lineBreak: false,
          baseline: 'alphabetic',
          features,
        });
      pen += advance;
    }
  }
  return lines.length * lineHeight(setting);
}
