import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useListQuery } from './use-list-query.ts';

/** Debounce of typing, in ms. */
const pause = 250;

/**
 * Search state of a list: `type` applies the typed text after a pause, `send` applies it immediately together
 * with other parameters.
 */
export function useTypedSearch(search: string) {
  const { query, change } = useListQuery();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useSearchKey(search);
  useEffect(() => () => clearTimeout(typing.current), []);
  const send = (changes: Record<string, string> = {}) => {
    clearTimeout(typing.current);
    change({ search: field.current?.value.trim() ?? search, ...changes });
  };
  const type = () => {
    clearTimeout(typing.current);
    typing.current = setTimeout(send, pause);
  };
  /** Clears the field and the named parameters, and focuses the field. */
  const clear = (names: readonly string[]) => {
    clearTimeout(typing.current);
    if (field.current) field.current.value = '';
    field.current?.focus();
    change(Object.fromEntries(['search', ...names].map((name) => [name, ''])));
  };
  return { query, field, send, type, clear };
}

/**
 * Returns the ref of a list's search field: "/" focuses it, and it follows the URL (Back, links) unless it
 * has focus.
 */
function useSearchKey(search: string): RefObject<HTMLInputElement | null> {
  const ref = useFollowed(search);
  // A layout effect, so that the key works as soon as the list is visible.
  useLayoutEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      ref.current?.focus();
      ref.current?.select();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, [ref]);
  return ref;
}

/** Returns the ref of a field that follows the URL (Back, links) unless it has focus. */
export function useFollowed(value: string): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current && document.activeElement !== ref.current) ref.current.value = value;
  }, [value]);
  return ref;
}
