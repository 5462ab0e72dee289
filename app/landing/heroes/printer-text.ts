import { cutText } from '#app/lib/typed-text.ts';

/** Maximum number of characters of a printed text. */
export const longestPrint = 36;

const mostLines = 3;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Number of visible characters; an emoji is one. Only other letters than ASCII need the slow segmenter. */
const lettersOf = (line: string): number =>
  /^[ -~]*$/.test(line) ? line.length : Array.from(graphemes.segment(line)).length;

/** Whether a line is in capitals of the display face, whose width is known; other lines are measured. */
export const isInCapitals = (line: string): boolean =>
  /^[\p{Lu}\p{N}\p{P}\p{Zs}]+$/u.test(line) && !/\p{Script=Arabic}/u.test(line);

/**
 * Breaks a text into at most three lines of similar length, in capitals. A single word stays on one line; an empty text
 * gives no lines.
 */
export function printLines(text: string): string[] {
  const words = [...cutText(text.trim(), longestPrint).toUpperCase().split(/\s+/)].filter(Boolean);
  if (words.length === 0) return [];
  const length = lettersOf(words.join(' '));
  const lines = Math.min(mostLines, words.length, Math.ceil(length / 8));
  return evenest(words, lines);
}

/** The line breaks with the most even line lengths. */
function evenest(words: readonly string[], lines: number): string[] {
  if (lines === 1) return [words.join(' ')];
  let best: string[] = [];
  for (let first = 1; first <= words.length - lines + 1; first += 1) {
    const candidate = [words.slice(0, first).join(' '), ...evenest(words.slice(first), lines - 1)];
    if (best.length === 0 || unevenness(candidate) < unevenness(best)) best = candidate;
  }
  return best;
}

function unevenness(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + lettersOf(line) ** 2, 0);
}

/** Font size and baseline of each line within an area, filling its width, in the area's units. */
export function setLines(
  lines: readonly string[],
  area: { y: number; width: number; height: number },
): { line: string; size: number; baseline: number }[] {
  // Capitals of a wide grotesque are about 0.67 em wide and 0.72 em high.
  const sizes = lines.map((line) =>
    Math.min(area.width / (Math.max(lettersOf(line), 3) * 0.66), area.height * 0.6),
  );
  const gap = 0.2;
  const total = sizes.reduce((sum, size) => sum + size * (0.72 + gap), 0);
  const shrink = Math.min(1, area.height / total);
  let bottom = area.y + (area.height - total * shrink) / 2;
  return lines.map((line, index) => {
    const size = (sizes[index] ?? 0) * shrink;
    bottom += size * (0.72 + gap);
    return { line, size, baseline: bottom - (size * gap) / 2 };
  });
}
