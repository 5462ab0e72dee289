import { type KeyboardEvent, useEffect } from 'react';

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves focus vertically within a column of controls. */
function moveByRow(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!step || !cell || !row) return;
  const rows = [...event.currentTarget.rows];
  const target = rows[step(rows.indexOf(row), rows.length - 1)];
  const control = target?.cells[cell.cellIndex]?.querySelector<HTMLElement>('input, a, button');
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** Returns a key handler for a table body: arrows, J and K move between rows, X selects. */
export function rowKeys(onChoose: (id: string) => void) {
  return (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest('textarea, select, input:not([type=checkbox]), [aria-roledescription]')) return;
    moveByRow(event);
    const row = target.closest('tr');
    const key = event.key.toLowerCase();
    if (key === 'x' && row?.dataset.row) return onChoose(row.dataset.row);
    const next = key === 'j' ? row?.nextElementSibling : key === 'k' ? row?.previousElementSibling : null;
    focusRow(next);
  };
}

const focusRow = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('a, button')?.focus();

/** Id of the row that was clicked or opened last, in any list. */
let lastOpened = '';

/** J and K move into the page's list when nothing has focus: to the row opened last, else to the first. */
export function useRowEntry(): void {
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !/^[jk]$/i.test(event.key)) return;
      if (document.activeElement !== document.body) return;
      const rows = [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
      focusRow(rows.find(({ dataset }) => dataset.row === lastOpened) ?? rows[0]);
    };
    const remember = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
      lastOpened = row?.dataset.row ?? lastOpened;
    };
    document.addEventListener('keydown', enter);
    document.addEventListener('click', remember, true);
    return () => {
      document.removeEventListener('keydown', enter);
      document.removeEventListener('click', remember, true);
    };
  }, []);
}
