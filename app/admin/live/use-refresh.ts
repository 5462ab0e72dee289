import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { burst, gathered } from './gathered.ts';

const asked = gathered(burst);

/** What reads the page again soon, once for all parts of it that hear the same. */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => asked.ask(() => void revalidate()), [revalidate]);
}
