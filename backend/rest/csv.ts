import { invalidBody } from './errors.ts';

const MOST_COLUMNS = 1_600;

/**
 * Reads lines of comma-separated values under a line of names. `NULL` without quotes stands for null.
 * @throws RestError PGRST102 for lines of different lengths and quotes that do not close.
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = csvLines(text);
  if (!header) throw invalidBody('Empty or invalid csv');
  if (header.length > MOST_COLUMNS) throw invalidBody('Too many columns');
  const names = header.map((name) => name ?? 'NULL');
  return lines.map((line) => {
    if (line.length !== names.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(names.map((name, index) => [name, line[index] ?? null]));
  });
}

const PLAIN = /[^",\r\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"/y;
const LINE_END = /\r\n|\n|\r/y;

function csvLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found) position = pattern.lastIndex;
    return found;
  };
  while (position < text.length) {
    const quoted = match(QUOTED);
    const plain = quoted ? undefined : (match(PLAIN)?.[0] ?? '');
    line.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : plain === 'NULL' ? null : (plain ?? ''));
    if (text[position] === ',') {
      position += 1;
      if (position === text.length) line.push('');
      continue;
    }
    if (position < text.length && !match(LINE_END)) throw invalidBody('Empty or invalid csv');
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
