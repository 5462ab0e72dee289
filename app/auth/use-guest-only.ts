import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';
import { currentUser } from './session.ts';

/** Sends somebody who is signed in already, when they come here, to the home page (spec section 2). */
export function useGuestOnly(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!hasStoredSession()) return;
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
  }, [navigate]);
}
