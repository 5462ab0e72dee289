import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';
import { isSignInPending } from './pending-sign-in.ts';
import { currentUser } from './session.ts';
import { sessionStore } from './session-store.ts';

interface GuestOnly {
  /** Off while the page is about a link that led here. */
  applies?: boolean;
  /** Where the person was heading; '' for nowhere. */
  next?: string;
}

/**
 * Sends somebody who is signed in already, when they come here, to the home page (spec section 2). Who signs in in another
 * tab meanwhile goes where this one was heading.
 */
export function useGuestOnly({ applies = true, next = '' }: GuestOnly = {}): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!applies) return;
    let stop = () => {};
    let gone = false;
    const leave = (path: string) => {
      stop();
      void navigate(path, { replace: true });
    };
    const wait = () => {
      if (gone) return;
      stop = sessionStore.subscribe(({ status }) => {
        if (status === 'signed-in' && !isSignInPending()) leave(next || '/');
      });
    };
    if (hasStoredSession())
      currentUser().then((user) => (!user ? wait() : gone ? undefined : leave('/')), wait);
    else wait();
    return () => {
      gone = true;
      stop();
    };
  }, [applies, next, navigate]);
}
