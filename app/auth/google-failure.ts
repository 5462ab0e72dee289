import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What the sign-in page is told, with the navigation to it, of a sign-in with Google that failed. */
export const googleFailure = (reason: string) => ({ googleFailure: reason });

/** Why the sign-in with Google that led here failed; '' when none did. Known once the page is hydrated. */
export function useGoogleFailure(): string {
  const { state }: { state: unknown } = useLocation();
  const [reason, setReason] = useState('');
  useEffect(() => setReason(reasonOf(state)), [state]);
  return reason;
}

function reasonOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('googleFailure' in state)) return '';
  return typeof state.googleFailure === 'string' ? state.googleFailure : '';
}
