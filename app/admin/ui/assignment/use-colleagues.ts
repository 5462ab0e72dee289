import { useEffect, useState } from 'react';
import { type Assignable, type Colleague, readColleagues } from './assignment-calls.ts';

/** The people to whom a store's orders or conversations can be assigned; null until loaded. */
export function useColleagues(of: Assignable): readonly Colleague[] | null {
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  useEffect(() => {
    let isGone = false;
    readColleagues(of).then(
      (read) => isGone || setColleagues(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [of]);
  return colleagues;
}
