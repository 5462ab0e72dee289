import { useEffect, useRef } from 'react';

/**
 * Tells whoever has waited for an answer whether what they asked from is still shown: somebody who has closed it meanwhile may
 * have opened another one, or be on another page.
 */
export function useStillShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
