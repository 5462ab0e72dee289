import { useLocation } from 'react-router';

/** What a page says to the next one: the address that somebody typed. It stands in the tab's history, not in the URL. */
export const carryEmail = (email: string) => ({ email });

/** The address that the page before carried here. */
export function useCarriedEmail(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' ? state.email : undefined;
}
