import { useEffect, useState } from 'react';
import { type Assignable, type Colleague, readColleagues } from './assignment-calls.ts';

/**
 * The people to whom a store's orders or conversations can be assigned; null until loaded.
 * @param known those that the page has read already
 */
export function useColleagues(of: Assignable, known?: readonly Colleague[]): readonly Colleague[] | null {
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) return;
    let isGone = false;
    readColleagues(of).then(
      (read) => isGone || setColleagues(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [of, isKnown]);
  return known ?? colleagues;
}
