import { useEffect, useRef } from 'react';

/** Tells whether the component is still mounted, for work that goes on after an answer that was waited for. */
export function useIsMounted(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
