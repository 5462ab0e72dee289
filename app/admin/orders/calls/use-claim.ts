import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { keepCall, releaseCall } from './calls-data.ts';

/** How often a claim is kept, and an empty page looks for the next order, in ms; a claim lasts five minutes. */
const interval = 60_000;

/**
 * Keeps the claim of the order that is shown while somebody looks at the page, gives it back when they leave, and looks for
 * the next order when none is shown or somebody else has it by now.
 */
export function useClaim(orderId: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const keep = async () => {
      if (document.hidden) return;
      // A claim that could not be kept now, as while offline, is kept the next time.
      const isKept = orderId !== null && (await keepCall(orderId).catch(() => true));
      if (!isKept) await revalidate();
    };
    const timer = setInterval(() => void keep(), interval);
    const look = () => void keep();
    const release = () => {
      if (orderId !== null) void releaseCall(orderId).catch(() => {});
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', release);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [orderId, revalidate]);
}
