/** The most similar candidate; undefined when none reaches the minimum similarity (0 to 1). */
export function mostSimilar(name: string, candidates: Iterable<string>, minimum: number): string | undefined {
  let best: string | undefined;
  let bestScore = minimum;
  for (const candidate of candidates) {
    const score = similarity(name, candidate);
    if (score > bestScore || (score === bestScore && best === undefined)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

const MAX_COMPARED_LENGTH = 128;

/** Similarity by edit distance: 1 for equal texts, 0 for completely different ones. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || longest > MAX_COMPARED_LENGTH) return 0;
  return 1 - editDistance(one, other) / longest;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
