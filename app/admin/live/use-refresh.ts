import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { burst, coalesce } from './coalesce.ts';

const reloads = coalesce(burst);

/** Returns a function that reloads the page's data, once per burst of calls. */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => reloads.request(() => void revalidate()), [revalidate]);
}
