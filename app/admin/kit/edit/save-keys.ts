import { useEffect } from 'react';

/** Names the keys that save a form, for its button. */
export const saveKeys = 'Control+S Meta+S';

/** The form that somebody means: the one that they are in, else that of the dialog or of the page. */
function meantForm(): HTMLFormElement | null {
  const dialog = document.querySelector('dialog[open]');
  const typing = document.activeElement?.closest<HTMLFormElement>('form:not([role=search])');
  if (dialog) return typing ?? dialog.querySelector('form');
  return typing ?? document.querySelector<HTMLFormElement>('form[data-page-form]');
}

/** Ctrl S and ⌘ S save what is being edited, and Ctrl Enter what is typed into a field of several lines. */
export function useSaveKeys(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const sends = event.key === 'Enter' && event.target instanceof HTMLTextAreaElement;
      if (event.key.toLowerCase() !== 's' && !sends) return;
      event.preventDefault();
      // A press, unlike sending the form, is not taken while the button is off.
      if (!event.repeat) meantForm()?.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    };
    document.addEventListener('keydown', save);
    return () => document.removeEventListener('keydown', save);
  }, []);
}
