import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same, for columns and other things that are made once, and does what the last render says. */
export function useStable<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
