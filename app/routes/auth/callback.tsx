import { useEffect } from 'react';
import { href, useNavigate } from 'react-router';
import { afterSignIn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { explainAuthCode, explainAuthFailure } from '#app/auth/failure.ts';
import { googleFailure } from '#app/auth/google-sign-in.tsx';
import { pathWithNext, takeRedirectPath } from '#app/auth/next-path.ts';
import { pageSession } from '#app/auth/session.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/callback.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authTexts()('signingIn') });
}

/** Errors of the OAuth flow itself, not of the person. */
const flowErrors = ['unexpected_failure', 'server_error', 'temporarily_unavailable'];

/**
 * Redirect target of Google's sign-in. The code works once, in the browser that requested it. Without a session,
 * redirects to the sign-in page, which shows the reason.
 */
export default function Callback() {
  const t = authTexts();
  const navigate = useNavigate();
  useEffect(() => {
    let cancelled = false;
    const { searchParams } = new URL(location.href);
    const tAuth = authTexts();
    const fail = (reason: string) => {
      toast({ title: tAuth('googleFailed'), description: reason, variant: 'destructive' });
      void navigate(pathWithNext(href('/signin'), takeRedirectPath() ?? ''), {
        replace: true,
        state: googleFailure(reason),
      });
    };
    const refusal = searchParams.get('error_code') ?? searchParams.get('error');
    if (refusal !== null) {
      return fail(flowErrors.includes(refusal) ? tAuth('googleBroken') : explainAuthCode(refusal));
    }
    const code = searchParams.get('code');
    if (code === null) {
      // Opened directly: a signed-in person goes home, as from every guest page.
      const leave = (user: unknown) => void navigate(user ? '/' : href('/signin'), { replace: true });
      pageSession.currentUser().then(leave, () => leave(null));
      return;
    }
    finishSignIn(code).then(
      () => (cancelled ? undefined : afterSignIn(navigate)),
      (error: unknown) => !cancelled && fail(explainAuthFailure(error)),
    );
    return () => {
      cancelled = true;
    };
  }, [navigate]);

  return (
    <AuthCard title={t('signingIn')}>
      <Spinner />
    </AuthCard>
  );
}

let finishing: Promise<void> | undefined;

function finishSignIn(code: string): Promise<void> {
  finishing ??= exchange(code).finally(() => {
    finishing = undefined;
  });
  return finishing;
}

async function exchange(code: string): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.exchangeCodeForSession(code);
  if (error) throw error;
}
