import { useCallback, useEffect, useState } from 'react';
import { type OpenSlot, readOpenSlots } from './open-slots.ts';

/**
 * A place's delivery slots (null until they are read), and a function to read them again.
 * @param daysFrom as in {@link readOpenSlots}; undefined until known
 */
export function useOpenSlots(
  governorate: string,
  city: string,
  daysFrom: number | null | undefined,
): [OpenSlot[] | null, () => void] {
  const [slots, setSlots] = useState<OpenSlot[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (daysFrom === undefined) return;
    let outdated = false;
    readOpenSlots(governorate, city, daysFrom).then(
      (read) => !outdated && setSlots(read),
      () => !outdated && setSlots([]),
    );
    return () => {
      outdated = true;
    };
  }, [governorate, city, daysFrom, attempt]);
  return [slots, useCallback(() => setAttempt((times) => times + 1), [])];
}
