import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A part of a line in one direction and one face, its letters in the order in which they are read. */
export interface BidiRun<Face> {
  readonly text: string;
  readonly face: Face;
  readonly fromRight: boolean;
  /** Where it begins in the line. */
  readonly first: number;
}

const bidi = bidiFactory();

/**
 * The runs of a line from left to right, in the order of Unicode's bidirectional algorithm, as browsers set them.
 * @param faceOf the face that a letter is set in
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

/** A text as it stands from left to right where it is read from the right: turned round, with brackets mirrored. */
export const turned = (text: string): string =>
  [...text]
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .reverse()
    .join('');

/** The direction of a text by its first letter that has one. */
export function directionByLetters(text: string): Direction {
  const [paragraph] = bidi.getEmbeddingLevels(text, 'auto').paragraphs;
  return (paragraph?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}
