import { type RefObject, useEffect, useRef } from 'react';

/** Returns the ref of a field that follows the URL (Back, links) unless it has focus. */
export function useFollowed(value: string): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current && document.activeElement !== ref.current) ref.current.value = value;
  }, [value]);
  return ref;
}
