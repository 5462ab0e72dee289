import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadIsolatedSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { useAction } from '#app/ui/use-action.ts';
import { ownerEmail, tenantEmail } from './account-contacts.ts';
import { authRequest } from './auth-request.ts';
import { explainAuthFailure, secondsToWait } from './failure.ts';
import { pathWithNext } from './next-path.ts';

type ResendMailProps = {
  /** What the mail is for: confirming a new account, or setting a new password. */
  type: 'signup' | 'recovery';
  email: string;
  next: string;
  /** Seconds until the first resend is allowed, as right after a mail was sent. */
  wait?: number;
};

/** Sends a mail with a link that leads on to `next`. */
export function sendMail(type: ResendMailProps['type'], email: string, next: string) {
  const address = tenantEmail(email, pageTenant());
  const linkTo = (path: string) =>
    new URL(pathInPageLanguage(pathWithNext(path, next)), location.origin).href;
  if (type === 'recovery') {
    const redirectTo = linkTo(href('/auth/reset-password'));
    // Owners have one account for all stores. Sent silently, so that nobody learns who has an account.
    void loadIsolatedSupabase()
      .then(({ auth }) => auth.resetPasswordForEmail(ownerEmail(email), { redirectTo }))
      .catch(() => {});
    return authRequest((auth) => auth.resetPasswordForEmail(address, { redirectTo }));
  }
  const emailRedirectTo = linkTo(href('/auth/signin'));
  return authRequest((auth) => auth.resend({ type, email: address, options: { emailRedirectTo } }));
}

/** Resends a mail, within the service's rate limit. */
export function ResendMail({ type, email, next, wait = 0 }: ResendMailProps) {
  const t = authTexts();
  const [until, setUntil] = useState(() => Date.now() + wait * 1000);
  const [secondsLeft, setSecondsLeft] = useState(wait);
  const { busy, act } = useAction({ explain: explainAuthFailure });
  useEffect(() => {
    const count = () => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [until]);

  const resend = () =>
    act({
      run: async () => {
        const { error } = await sendMail(type, email, next);
        const seconds = error ? secondsToWait(error) : 60;
        if (!seconds) throw error;
        return { isSent: !error, seconds };
      },
      onDone: ({ seconds }) => setUntil(Date.now() + seconds * 1000),
      done: ({ isSent }) => {
        if (!isSent) return undefined;
        return type === 'recovery'
          ? { title: t('resetSent'), description: t('resetSentWhy') }
          : { title: t('resent'), description: t('resentWhy', { email }) };
      },
      failed: t('resendFailed'),
    });

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="outline" busy={busy} disabled={secondsLeft > 0} onClick={() => void resend()}>
        {t('resend')}
      </Button>
      <p className="text-ink-soft text-sm">
        {secondsLeft > 0 ? t('resendIn', { seconds: secondsLeft }) : t('resendHint')}
      </p>
    </div>
  );
}
