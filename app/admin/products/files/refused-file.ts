import { guarded, unguarded } from './cell-guard.ts';
import type { RowOutcome } from './import-data.ts';
import { clearingCell } from './product-columns.ts';
import { type ReadFile, reasonColumn } from './read-file.ts';
import { byteOrderMark } from './write-file.ts';

/** A cell as it stood in the file, but nothing that a spreadsheet would run. */
const asItWas = (cell: string) =>
  cell.trim() === clearingCell || unguarded(cell) !== cell ? cell : guarded(cell);

/** The lines of a file's refused products with all their cells, and before them why, so that they can be corrected and sent again. */
export async function refusedFile(read: ReadFile, outcomes: readonly RowOutcome[]): Promise<string> {
  const { unparse } = await import('papaparse');
  const kept = read.head.flatMap((heading, at) =>
    heading.trim().toLowerCase() === reasonColumn ? [] : [at],
  );
  const rows = outcomes.flatMap(({ row, outcome, column, message }) => {
    if (outcome !== 'refused') return [];
    const reason = column ? `${column}: ${message ?? ''}` : (message ?? '');
    return (read.lines.get(row) ?? [row]).flatMap((line, index) => {
      const cells = read.cells.get(line);
      if (!cells) return [];
      const own = [...kept.map((at) => cells[at] ?? ''), ...cells.slice(read.head.length)];
      return [[index === 0 ? guarded(reason) : '', ...own.map(asItWas)]];
    });
  });
  const heads = [reasonColumn, ...kept.map((at) => read.head[at] ?? '')];
  return byteOrderMark + unparse([heads, ...rows]);
}
