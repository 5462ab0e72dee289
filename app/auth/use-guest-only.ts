import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';
import { currentUser } from './session.ts';

/**
 * Sends somebody who is signed in already, when they come here, to the home page (spec section 2); not while the page is
 * about a link that led here.
 */
export function useGuestOnly(applies = true): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!applies || !hasStoredSession()) return;
    let gone = false;
    currentUser().then(
      (user) => {
        if (user && !gone) void navigate('/', { replace: true });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [applies, navigate]);
}
