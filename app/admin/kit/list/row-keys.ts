import type { KeyboardEvent } from 'react';

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus up and down a column of a table's controls; for the `onKeyDown` of its body. */
export function moveByRow(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!step || !cell || !row || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.rows];
  const target = rows[step(rows.indexOf(row), rows.length - 1)];
  const control = target?.cells[cell.cellIndex]?.querySelector<HTMLElement>('input, a, button');
  if (!control) return;
  event.preventDefault();
  control.focus();
}
