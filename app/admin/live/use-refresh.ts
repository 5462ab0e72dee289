import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { burst, coalesce } from './coalesce.ts';

const asked = coalesce(burst);

/** What reads the page again soon, once for all parts of it that hear the same. */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => asked.ask(() => void revalidate()), [revalidate]);
}
