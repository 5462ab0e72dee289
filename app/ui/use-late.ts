import { useEffect, useState } from 'react';

/** Milliseconds until a waiting person is told that it takes long. */
const patience = 4_000;

/** Whether something has been going on for longer than people wait without a word. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return late;
}
