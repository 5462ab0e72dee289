import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Location state that passes a failed Google sign-in to the sign-in page. */
export const googleFailure = (reason: string) => ({ googleFailure: reason });

/** Reason of the failed Google sign-in; '' when there is none, and until hydration. */
export function useGoogleFailure(): string {
  const { state }: { state: unknown } = useLocation();
  const [reason, setReason] = useState('');
  useEffect(() => {
    setReason(reasonOf(state));
  }, [state]);
  return reason;
}

function reasonOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('googleFailure' in state)) return '';
  return typeof state.googleFailure === 'string' ? state.googleFailure : '';
}
