import { guardCell, unguardCell } from './cell-guard.ts';
import type { RowOutcome } from './import-data.ts';
import { clearingCell } from './product-columns.ts';
import { type ReadFile, reasonColumn } from './read-file.ts';
import { byteOrderMark } from './write-file.ts';

/** Keeps an original cell, except those a spreadsheet would evaluate. */
const originalCell = (cell: string) =>
  cell.trim() === clearingCell || unguardCell(cell) !== cell ? cell : guardCell(cell);

/** Creates a file of the refused products' lines with the reason in front, to correct and import again. */
export async function refusedFile(file: ReadFile, outcomes: readonly RowOutcome[]): Promise<string> {
  const { unparse } = await import('papaparse');
  const keptColumns = file.head.flatMap((heading, index) =>
    heading.trim().toLowerCase() === reasonColumn ? [] : [index],
  );
  const rows = outcomes.flatMap(({ row, outcome, column, message }) => {
    if (outcome !== 'refused') return [];
    const reason = column ? `${column}: ${message ?? ''}` : (message ?? '');
    return (file.lines.get(row) ?? [row]).flatMap((line, index) => {
      const cells = file.cells.get(line);
      if (!cells) return [];
      const originalCells = [
        ...keptColumns.map((index) => cells[index] ?? ''),
        ...cells.slice(file.head.length),
      ];
      return [[index === 0 ? guardCell(reason) : '', ...originalCells.map(originalCell)]];
    });
  });
  const heads = [reasonColumn, ...keptColumns.map((index) => file.head[index] ?? '')];
  return byteOrderMark + unparse([heads, ...rows]);
}
