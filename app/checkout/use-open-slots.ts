import { useCallback, useEffect, useState } from 'react';
import { type OpenSlot, readOpenSlots } from './open-slots.ts';

/** The delivery slots that are offered at a place, null until they are read, and a function to read them again. */
export function useOpenSlots(governorate: string, city: string): [OpenSlot[] | null, () => void] {
  const [slots, setSlots] = useState<OpenSlot[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let outdated = false;
    readOpenSlots(governorate, city).then(
      (read) => !outdated && setSlots(read),
      () => !outdated && setSlots([]),
    );
    return () => {
      outdated = true;
    };
  }, [governorate, city, attempt]);
  return [slots, useCallback(() => setAttempt((times) => times + 1), [])];
}
