/**
 * Breaks lines that do not fit between words, into at most `mostLines` lines. A break replaces a space, so every letter
 * keeps its position. A single word stays whole.
 * @param fits whether a line is short enough
 */
export function wrapText(text: string, fits: (line: string) => boolean, mostLines: number): string {
  const lines = text.split('\n');
  let room = mostLines - lines.length;
  const wrapped = lines.map((line) => {
    let [start, breakAt] = [0, -1];
    let result = line;
    for (let at = line.indexOf(' '); at >= 0 && room > 0; at = line.indexOf(' ', at + 1)) {
      const next = line.indexOf(' ', at + 1);
      if (line.slice(start, at).trim() !== '') breakAt = at;
      const until = next < 0 ? line.length : next;
      if (breakAt < start || line.slice(at, until).trim() === '' || fits(line.slice(start, until))) continue;
      result = `${result.slice(0, breakAt)}\n${result.slice(breakAt + 1)}`;
      start = breakAt + 1;
      room -= 1;
    }
    return result;
  });
  return wrapped.join('\n');
}
