import { useEffect, useEffectEvent } from 'react';
import { createWedge } from './wedge.ts';

type TakeScan = (code: string) => void;

/** Who takes scans, the latest last. */
const takers: TakeScan[] = [];

/** Gives a scanned code to the part of the page that took scans last; to none on a page that takes none. */
export const announceScan = (code: string): void => takers.at(-1)?.(code);

/** Takes the codes that are scanned while the component is shown. */
export function useScans(take: TakeScan): void {
  const onScan = useEffectEvent(take);
  useEffect(() => {
    const taker = (code: string) => onScan(code);
    takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
    };
  }, []);
}

/** What is typed there stays there, also by a scanner: a tracking number, a product's barcode, a search. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=true]';

/**
 * Recognizes a scanner that types, anywhere outside of fields and dialogs. Used once, in the layout.
 * @param takeOther takes the codes on pages that take none
 */
export function useWedge(takeOther: TakeScan): void {
  const onOther = useEffectEvent(takeOther);
  useEffect(() => {
    const press = createWedge();
    const handleKey = (event: KeyboardEvent) => {
      const { key, code, shiftKey, timeStamp: at, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
      if (target instanceof Element && target.closest(fields)) return;
      if (document.querySelector('dialog[open]')) return;
      const pressed = press({ key, code, shiftKey, at });
      if (pressed.kind === 'typing') return;
      // Otherwise its letters would be shortcuts, and its Enter would press the focused button.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (pressed.kind !== 'scanned') return;
      if (takers.length > 0) announceScan(pressed.code);
      else onOther(pressed.code);
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, []);
}
