import { type RefObject, useLayoutEffect } from 'react';
import { useFollowed } from './use-followed.ts';

/**
 * For the search field of a list: "/" jumps to it from anywhere on the page, and it follows the address (Back, links)
 * unless somebody is typing in it.
 */
export function useSearchKey(searched: string): RefObject<HTMLInputElement | null> {
  const ref = useFollowed(searched);
  // Whoever sees the list is heard.
  useLayoutEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      ref.current?.focus();
      ref.current?.select();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, [ref]);
  return ref;
}
