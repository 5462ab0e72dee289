import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A part of a line in one direction and one face, with its letters in reading order. */
export interface BidiRun<Face> {
  readonly text: string;
  readonly face: Face;
  readonly fromRight: boolean;
  /** Index of its first letter in the line. */
  readonly first: number;
}

const bidi = bidiFactory();

/**
 * Splits a line into runs from left to right, by Unicode's bidirectional algorithm, as browsers do.
 * @param faceOf the face of a letter
 */
export function bidiRuns<Face>(
  line: string,
  direction: Direction,
  faceOf: (letter: string) => Face,
): BidiRun<Face>[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const runs: { first: number; last: number; level: number; face: Face }[] = [];
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[at] ?? 0;
    const face = faceOf(line.charAt(at));
    const run = runs.at(-1);
    const continues = run && run.level === level && run.face === face;
    if (continues && at === run.last + 1) run.last = at;
    else if (continues && at === run.first - 1) run.first = at;
    else runs.push({ first: at, last: at, level, face });
  }
  return runs.map(({ first, last, level, face }) => ({
    text: line.slice(first, last + 1),
    face,
    fromRight: level % 2 === 1,
    first,
  }));
}

/** A right-to-left text in visual order, left to right, with brackets mirrored. */
export const turned = (text: string): string =>
  [...text]
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .reverse()
    .join('');

/** A text's direction, from its first letter that has one. */
export function directionByLetters(text: string): Direction {
  const [paragraph] = bidi.getEmbeddingLevels(text, 'auto').paragraphs;
  return (paragraph?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}
