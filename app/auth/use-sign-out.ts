import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { agreedToLeave, mayLeave } from '#app/lib/leaving.ts';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import { explainAuthFailure } from './failure.ts';
import { stopGuarding } from './leave-guarded-page.ts';
import { sessionStore } from './session.ts';

/**
 * Ends the session on this browser, in all its tabs, says so and goes to the home page (spec sections 4 and 8). Whoever would
 * lose something by that is asked first.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await mayLeave())) return;
    const words = pageWords(authWords);
    stopGuarding();
    const failure = await endSession();
    // The client forgets the session before it tells the backend, which may be out of reach: that signs out all the same.
    if (failure && hasStoredSession()) {
      toast({
        title: words('signOutFailed'),
        description: explainAuthFailure(failure),
        variant: 'destructive',
      });
      return;
    }
    await navigate('/', { state: agreedToLeave });
    sessionStore.setState({ status: 'anonymous', user: null }, true);
    toast({ title: words('signedOut'), description: words('signedOutWhy') });
  }, [navigate]);
}

async function endSession(): Promise<unknown> {
  try {
    const supabase = await loadSupabase();
    return (await supabase.auth.signOut({ scope: 'local' })).error;
  } catch (error) {
    return error;
  }
}
