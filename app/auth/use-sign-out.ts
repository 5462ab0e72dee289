import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import authMessages from '#app/i18n/messages/en/auth.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { confirmedNavigation, confirmNavigation } from '#app/lib/navigation-blocker.ts';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import { toast } from '#app/ui/toast.ts';
import { explainAuthFailure } from './failure.ts';
import { stopGuarding } from './session-guard.ts';
import { sessionStore } from './session-store.ts';

/**
 * Ends the session on this browser, in all its tabs, says so and goes to the home page (spec sections 4 and 8). Whoever would
 * lose something by that is asked first.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await confirmNavigation())) return;
    const t = getTranslations('auth', authMessages);
    stopGuarding();
    const failure = await endSession();
    // The client forgets the session before it tells the backend, which may be out of reach: that signs out all the same.
    if (failure && hasStoredSession()) {
      toast({
        title: t('signOutFailed'),
        description: explainAuthFailure(failure),
        variant: 'destructive',
      });
      return;
    }
    await navigate('/', { state: confirmedNavigation });
    sessionStore.setState({ status: 'anonymous', user: null }, true);
    toast({ title: t('signedOut'), description: t('signedOutWhy') });
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
