import { useEffect, useState } from 'react';
import { type Assignable, type Colleague, readColleagues } from './assignment-calls.ts';

type Asked = {
  of: Assignable;
  /** Of a request. */
  id?: string;
  /** Those that the page has read already. */
  known?: readonly Colleague[] | undefined;
  /** Whether they are needed by now. */
  isNeeded: boolean;
};

/** The people to whom something can be assigned; null until loaded. */
export function useColleagues({ of, id = '', known, isNeeded }: Asked): readonly Colleague[] | null {
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  const isAsked = isNeeded && known === undefined;
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    readColleagues(of, id).then(
      (read) => isGone || setColleagues(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [of, id, isAsked]);
  return known ?? colleagues;
}
