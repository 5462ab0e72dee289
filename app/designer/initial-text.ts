import type { Side } from '#app/garments/print-areas.ts';
import { LIMITS, printAreaOf, type TextElement } from './design.ts';
import { newText, usualSize } from './design-edits.ts';
import { unprintable } from './print-fonts.ts';

/** A line that is longer than this is broken where a word ends. */
const longestLine = 12;
const mostLines = 3;
/** Width of a capital of the first face against its size, on the safe side. */
const letterWidth = 0.52;

/**
 * A text that an address asks for as an element in the middle of a side, broken into at most three lines and as large
 * as the print area lets it be. Null for nothing, and for letters that no face has.
 */
export function initialText(id: string, side: Side, garment: string, wanted: string, ink: string) {
  const text = wanted.replace(/\s+/g, ' ').trim().slice(0, LIMITS.letters).trim();
  if (text === '' || unprintable(text).length > 0) return null;
  const lines = broken(text);
  const longest = Math.max(...lines.map((line) => [...line].length));
  const area = printAreaOf(garment, side);
  const fits = Math.min(area.width / (longest * letterWidth), area.height / (lines.length * 1.3));
  const [least, most] = LIMITS.textSize;
  const size = Math.round(Math.min(most, usualSize, Math.max(least, fits)) * 100) / 100;
  const element: TextElement = { ...newText(id, side, lines.join('\n'), ink), size };
  return element;
}

function broken(text: string): string[] {
  const perLine = Math.max(longestLine, Math.ceil(text.length / mostLines));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length < perLine || lines.length === mostLines))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
