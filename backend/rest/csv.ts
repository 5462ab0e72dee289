import Papa from 'papaparse';
import { invalidBody } from './errors.ts';
import { MAX_COLUMNS } from './query-string.ts';

/**
 * Parses CSV with a header line. `NULL` is null.
 * @throws RestError PGRST102 for lines of different lengths or unclosed quotes
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: ',' });
  const [names, ...lines] = data;
  if (!names || errors.some(({ type }) => type === 'Quotes')) throw invalidBody('Empty or invalid csv');
  if (names.length > MAX_COLUMNS) throw invalidBody('Too many columns');
  return lines.map((line) => {
    if (line.length !== names.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      names.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? null)]),
    );
  });
}
