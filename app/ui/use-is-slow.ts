import { useEffect, useState } from 'react';

/** Milliseconds until waiting counts as slow. */
const patience = 4_000;

/** Returns whether `busy` has lasted longer than people wait without feedback. */
export function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}
