import { useEffect, useRef, useState } from 'react';

interface Combobox {
  /** Id of the list; option ids are this id with their index. */
  listId: string;
  /** Number of options; 0 while the list is closed. */
  count: number;
  /** Called with the index of the option that Enter was pressed on. */
  onChoose: (option: number) => void;
  onClose: () => void;
}

/**
 * Makes a text field a combobox: roles, arrow keys, Enter and Escape. Returns the active option's index, -1 for the
 * field itself.
 */
export function useCombobox(input: HTMLInputElement, { listId, count, onChoose, onClose }: Combobox): number {
  const [active, setActive] = useState(-1);
  const option = active < count ? active : -1;
  const latest = useRef({ option, count, onChoose, onClose });
  latest.current = { option, count, onChoose, onClose };

  useEffect(() => {
    const controller = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (now.count === 0) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        setActive(nextOption(now.option, event.key === 'ArrowDown' ? 1 : -1, now.count));
      } else if (event.key === 'Enter' && now.option >= 0) {
        now.onChoose(now.option);
      } else if (event.key === 'Escape') {
        now.onClose();
      } else {
        return;
      }
      event.preventDefault();
    };
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('autocomplete', 'off');
    input.addEventListener('keydown', onKey, { signal: controller.signal });
    input.addEventListener('input', () => setActive(-1), { signal: controller.signal });
    return () => controller.abort();
  }, [input]);

  useEffect(() => {
    input.setAttribute('aria-expanded', String(count > 0));
    input.setAttribute('aria-controls', listId);
    if (option >= 0) input.setAttribute('aria-activedescendant', `${listId}-${option}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, listId, count, option]);

  return option;
}

/** The next index for an arrow key; -1 (the field) is between the last option and the first. */
export function nextOption(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + (count + 1)) % (count + 1)) - 1;
}
