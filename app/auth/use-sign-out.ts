import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { confirmedNavigation, confirmNavigation } from '#app/lib/navigation-blocker.ts';
import { hasStoredSession } from '#app/lib/supabase-browser.ts';
import { toast } from '#app/ui/toast.ts';
import { authRequest } from './auth-request.ts';
import { explainAuthFailure } from './failure.ts';
import { pageSession } from './session.ts';

/**
 * Signs out of this browser with all its tabs, shows a toast and goes to the home page (docs/product.md, Accounts).
 * Asks first when unsaved work would be lost.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await confirmNavigation())) return;
    const t = authTexts();
    pageSession.stopGuarding();
    const { error } = await authRequest((auth) => auth.signOut({ scope: 'local' }));
    // The client drops the session before it calls the backend, so a failed call still signs out here.
    if (error && hasStoredSession()) {
      toast({ title: t('signOutFailed'), description: explainAuthFailure(error), variant: 'destructive' });
      return;
    }
    await navigate('/', { state: confirmedNavigation });
    pageSession.forget();
    toast({ title: t('signedOut'), description: t('signedOutWhy') });
  }, [navigate]);
}
