import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens and closes a native modal dialog as `open` says. The browser keeps the focus inside, closes on Escape and gives
 * the focus back; a press on the backdrop closes as well, unless `keepOpen` says that something could be lost by it.
 * `startIn` names what has the focus first where there is a keyboard, as a selector; else it is the first control.
 */
export function useModal(
  open: boolean,
  onClose: () => void,
  keepOpen = false,
  startIn = '',
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // Its end comes before a dialog that is taken away has left the page: only then does the focus go back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const listening = new AbortController();
    const { signal } = listening;
    // Whoever drags across the edge, as when marking text, clicks on what holds both ends: the dialog itself.
    let beside = false;
    dialog.showModal();
    // Elsewhere the keyboard on the screen would hide half of the dialog.
    if (startIn && matchMedia('(pointer: fine)').matches) dialog.querySelector<HTMLElement>(startIn)?.focus();
    dialog.addEventListener('close', () => close.current(), { signal });
    dialog.addEventListener('pointerdown', ({ target }) => (beside = target === dialog), { signal });
    dialog.addEventListener('pointerup', ({ target }) => (beside &&= target === dialog), { signal });
    dialog.addEventListener('click', () => (beside && !keepOpen ? close.current() : undefined), { signal });
    return () => {
      listening.abort();
      dialog.close();
    };
  }, [open, keepOpen, startIn]);

  return ref;
}
