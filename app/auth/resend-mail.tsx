import { useEffect, useState } from 'react';
import { href } from 'react-router';
import authMessages from '#app/i18n/messages/en/auth.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { authRequest } from './auth-request.ts';
import { explainAuthFailure, secondsToWait } from './failure.ts';
import { tenantEmail } from './model.ts';
import { pathWithNext } from './next-path.ts';

type ResendMailProps = {
  email: string;
  next: string;
  /** Seconds until the first resend is allowed, as right after a mail was sent. */
  wait?: number;
};

/** Resends the confirmation mail of a new account, within the service's rate limit. */
export function ResendMail({ email, next, wait = 0 }: ResendMailProps) {
  const t = useTranslations('auth', authMessages);
  const [until, setUntil] = useState(() => Date.now() + wait * 1000);
  const [secondsLeft, setSecondsLeft] = useState(wait);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const count = () => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [until]);

  const resend = async () => {
    setBusy(true);
    const { error } = await authRequest((auth) =>
      auth.resend({
        type: 'signup',
        email: tenantEmail(email, pageTenant()),
        options: { emailRedirectTo: new URL(pathWithNext(href('/auth/signin'), next), location.origin).href },
      }),
    );
    setBusy(false);
    const seconds = error ? secondsToWait(error) : 60;
    if (seconds) setUntil(Date.now() + seconds * 1000);
    if (!error) toast({ title: t('resent'), description: t('resentWhy', { email }) });
    else if (!seconds)
      toast({ title: t('resendFailed'), description: explainAuthFailure(error), variant: 'destructive' });
  };

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
