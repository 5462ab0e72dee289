import { useEffect, useState } from 'react';
import { href, useLocation } from 'react-router';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { authRequest } from './auth-request.ts';
import { readAuthSettings } from './auth-settings.ts';
import { explainAuthFailure } from './failure.ts';
import { storeRedirectPath } from './next-path.ts';

/** **Continue with Google**; renders nothing if the backend does not offer it. */
export function GoogleSignIn({ next }: { next: string }) {
  const t = authTexts();
  const [offered, setOffered] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const reason = useGoogleFailure();
  useEffect(() => void readAuthSettings().then((settings) => setOffered(settings?.google ?? false)), []);
  useEffect(() => {
    // The browser may restore the page from its back/forward cache.
    const onReturn = () => setLeaving(false);
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);
  if (!offered) return null;

  const leave = async () => {
    setLeaving(true);
    storeRedirectPath(next);
    const { error } = await authRequest((auth) =>
      auth.signInWithOAuth({
        provider: 'google',
        options: {
          redirectTo: `${location.origin}${pathInPageLanguage(href('/auth/callback'))}?tenant=${pageTenant()}`,
          queryParams: { access_type: 'offline', prompt: 'consent' },
        },
      }),
    );
    if (!error) return;
    setLeaving(false);
    toast({ title: t('googleFailed'), description: explainAuthFailure(error), variant: 'destructive' });
  };

  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-ink-soft text-sm before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        {t('or')}
      </p>
      <Button variant="outline" size="large" busy={leaving} onClick={() => void leave()}>
        <GoogleMark />
        {t('withGoogle')}
      </Button>
      {reason ? (
        <p role="alert" className="font-medium text-danger-text text-sm">
          {reason}
        </p>
      ) : null}
    </div>
  );
}

function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-5">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10 10 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5a13.2 13.2 0 0 1-19.7-6.9H4.4v5.7A22 22 0 0 0 24 46Z"
      />
      <path fill="#FBBC05" d="M11.7 28.2a13.2 13.2 0 0 1 0-8.4v-5.7H4.4a22 22 0 0 0 0 19.8l7.3-5.7Z" />
      <path
        fill="#EA4335"
        d="M24 10.8c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A22 22 0 0 0 4.4 14.1l7.3 5.7A13.1 13.1 0 0 1 24 10.8Z"
      />
    </svg>
  );
}

/** Location state that passes a failed Google sign-in to the sign-in page. */
export const googleFailure = (reason: string) => ({ googleFailure: reason });

/** Reason of the failed Google sign-in; '' when there is none, and until hydration. */
function useGoogleFailure(): string {
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
