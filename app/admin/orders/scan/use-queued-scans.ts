import { type RefObject, useRef, useState } from 'react';
import { errorMessage } from '../../ui/error-message.ts';
import { useScans } from '../../ui/scanner/scans.ts';
import type { Say } from './word.tsx';

/** State with a ref to its latest value, for work that outlives a render. */
export function useLatest<Value>(first: Value): [Value, RefObject<Value>, (next: Value) => void] {
  const [value, setValue] = useState(first);
  const latest = useRef(first);
  return [
    value,
    latest,
    (next) => {
      latest.current = next;
      setValue(next);
    },
  ];
}

/**
 * Handles scans one after the other, since a scanner is faster than an answer; says why one failed. What `handle` reads
 * of the component's state must be in refs.
 */
export function useQueuedScans(handle: (code: string) => Promise<void>, say: Say): void {
  const queue = useRef<Promise<void>>(Promise.resolve());
  useScans((code) => {
    queue.current = queue.current
      .then(() => handle(code))
      .catch((error: unknown) => say({ tone: 'wrong', text: errorMessage(error) }));
  });
}
