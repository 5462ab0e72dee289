import { type RefObject, useEffect, useRef } from 'react';

/**
 * Opens and closes a native modal dialog as `open` says. The browser keeps the focus inside, closes on Escape and gives
 * the focus back; a click on the backdrop closes as well.
 */
export function useModal(open: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const onCancel = () => close.current();
    const onClick = (event: MouseEvent) => {
      if (event.target === dialog) close.current();
    };
    dialog.showModal();
    dialog.addEventListener('close', onCancel);
    dialog.addEventListener('click', onClick);
    return () => {
      dialog.removeEventListener('close', onCancel);
      dialog.removeEventListener('click', onClick);
      dialog.close();
    };
  }, [open]);

  return ref;
}
