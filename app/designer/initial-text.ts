import { cutText } from '#app/lib/typed-text.ts';
import { LIMITS, printAreaOf, type TextElement } from './design.ts';
import { defaultSize, newText } from './design-edits.ts';
import { unprintableLetters } from './print-fonts.ts';

/** Longer lines break between words. */
const longestLine = 12;
const mostLines = 3;
/** Upper bound for the width of a capital in the default font, in em. */
const letterWidth = 0.52;

/**
 * Returns a text requested by the URL as an element in the middle of the front, broken into at most three lines and
 * sized to the print area; null if it is empty or has letters that no font has.
 */
export function initialText(id: string, garment: string, input: string, ink: string) {
  const text = cutText(input.replace(/\s+/g, ' ').trim(), LIMITS.letters).trim();
  if (text === '' || unprintableLetters(text).length > 0) return null;
  const lines = breakLines(text);
  const longest = Math.max(...lines.map((line) => [...line].length));
  const area = printAreaOf(garment, 'front');
  const fittingSize = Math.min(area.width / (longest * letterWidth), area.height / (lines.length * 1.3));
  const [least, most] = LIMITS.textSize;
  const size = Math.round(Math.min(most, defaultSize, Math.max(least, fittingSize)) * 100) / 100;
  const element: TextElement = { ...newText(id, 'front', lines.join('\n'), ink), size };
  return element;
}

function breakLines(text: string): string[] {
  const perLine = Math.max(longestLine, Math.ceil(text.length / mostLines));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && (lastLine.length + word.length < perLine || lines.length === mostLines))
      lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word);
  }
  return lines;
}
