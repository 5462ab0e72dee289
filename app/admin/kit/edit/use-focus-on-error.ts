import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first invalid field after a submit, including fields that are not registered with react-hook-form. `within` is
 * the form or an element of it.
 */
export function useFocusOnError(within: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount === 0) return;
    within.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [within, submitCount]);
}
