import { useLocation } from 'react-router';

/** Location state that passes a typed email address to the next page, outside the URL; null if it is not an address. */
export const carryEmail = (typed: string) => (typed.includes('@') ? { email: typed.trim() } : null);

/** Reads the address passed by the previous page. */
export function useCarriedEmail(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' ? state.email : undefined;
}
