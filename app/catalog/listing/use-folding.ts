import { type RefObject, useEffect } from 'react';

/** Folds the filters of a row again when somebody turns to something else, or presses Escape. */
export function useFolding(form: RefObject<HTMLFormElement | null>, row: boolean): void {
  useEffect(() => {
    if (!row) return;
    const opened = () => form.current?.querySelectorAll<HTMLDetailsElement>('details[name][open]') ?? [];
    const onPointer = ({ target }: PointerEvent) => {
      for (const filter of opened()) {
        if (target instanceof Node && !filter.contains(target)) filter.open = false;
      }
    };
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || !(target instanceof Node)) return;
      for (const filter of opened()) {
        if (!filter.contains(target)) continue;
        filter.open = false;
        filter.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [form, row]);
}
