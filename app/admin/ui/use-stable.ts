import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

/** Returns a function with a stable identity that calls the latest `run`, for memoized columns. */
export function useStable<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** Returns the same object as long as its content is the same, for memoized columns. */
export function useSame<Value extends object>(value: Value): Value {
  const content = JSON.stringify(value);
  return useMemo(() => JSON.parse(content) as Value, [content]);
}
