import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens and closes a native modal dialog with `open`. The browser traps focus, closes on Escape and restores focus; a
 * click on the backdrop also closes it, unless `ignoreBackdropClick`. `initialFocus` is a selector of the element
 * focused first on devices with a keyboard; by default the first control.
 */
export function useModal(
  open: boolean,
  onClose: () => void,
  ignoreBackdropClick = false,
  initialFocus = '',
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // A layout effect cleans up while the dialog is still in the page; only then is the focus restored.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const listening = new AbortController();
    const { signal } = listening;
    // A drag that starts inside the dialog and ends on the backdrop is not a backdrop click.
    let onBackdrop = false;
    dialog.showModal();
    // On touch devices the on-screen keyboard would cover half of the dialog.
    if (initialFocus && matchMedia('(pointer: fine)').matches)
      dialog.querySelector<HTMLElement>(initialFocus)?.focus();
    dialog.addEventListener('close', () => close.current(), { signal });
    dialog.addEventListener('pointerdown', ({ target }) => (onBackdrop = target === dialog), { signal });
    dialog.addEventListener('pointerup', ({ target }) => (onBackdrop &&= target === dialog), { signal });
    dialog.addEventListener(
      'click',
      () => (onBackdrop && !ignoreBackdropClick ? close.current() : undefined),
      { signal },
    );
    return () => {
      listening.abort();
      dialog.close();
    };
  }, [open, ignoreBackdropClick, initialFocus]);

  return ref;
}
