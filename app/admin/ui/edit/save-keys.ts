import { useEffect } from 'react';

/** `aria-keyshortcuts` of a submit button. */
export const saveKeys = 'Control+S Meta+S';

/**
 * Returns the form that a save shortcut applies to: the focused one, else that of the open dialog or of the
 * page.
 */
function targetForm(): HTMLFormElement | null {
  const dialog = document.querySelector('dialog[open]');
  const typing = document.activeElement?.closest<HTMLFormElement>('form:not([role=search])');
  if (dialog) return typing ?? dialog.querySelector('form');
  return typing ?? document.querySelector<HTMLFormElement>('form[data-page-form]');
}

/** Ctrl S and ⌘ S save the current form; Ctrl Enter does so from a multi-line field. */
export function useSaveKeys(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const sends = event.key === 'Enter' && event.target instanceof HTMLTextAreaElement;
      if (event.key.toLowerCase() !== 's' && !sends) return;
      event.preventDefault();
      // Clicks the button instead of submitting, which respects its disabled state.
      if (!event.repeat) targetForm()?.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    };
    document.addEventListener('keydown', save);
    return () => document.removeEventListener('keydown', save);
  }, []);
}
