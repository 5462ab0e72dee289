import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';
import { pageSession } from './session.ts';

interface GuestOnly {
  /** False while the page handles an emailed link. */
  applies?: boolean;
  /** Path to continue to; '' for none. */
  next?: string;
}

/**
 * Redirects somebody who is already signed in to the home page (docs/product.md, Accounts), or to `next` when they sign
 * in in another tab while this page is open.
 */
export function useGuestOnly({ applies = true, next = '' }: GuestOnly = {}): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!applies) return;
    let stop = () => {};
    let cancelled = false;
    const leave = (path: string) => {
      stop();
      void navigate(path, { replace: true });
    };
    const wait = () => {
      if (cancelled) return;
      stop = pageSession.subscribe(({ status }) => {
        if (status === 'signed-in' && !pageSession.isSignInPending()) leave(next || '/');
      });
    };
    if (hasStoredSession())
      pageSession.currentUser().then((user) => (!user ? wait() : cancelled ? undefined : leave('/')), wait);
    else wait();
    return () => {
      cancelled = true;
      stop();
    };
  }, [applies, next, navigate]);
}
