import type { CSSProperties } from 'react';

/**
 * Lengths of a text as custom properties, for a font size at which it does not wrap: `--letters` of its longest line
 * and `--longest` of its longest word.
 */
export function textLengths(text: string): CSSProperties {
  const longest = (parts: readonly string[]) => Math.max(1, ...parts.map((part) => part.length));
  return {
    '--letters': longest(text.split('\n')),
    '--longest': longest(text.split(/[\s-]+/)),
  } as CSSProperties;
}
