import { type RefObject, useEffect, useRef } from 'react';

/** For a field that follows the address (Back, links) unless somebody is typing in it. */
export function useFollowed(value: string): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current && document.activeElement !== ref.current) ref.current.value = value;
  }, [value]);
  return ref;
}
