import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import type { z } from 'zod';
import { afterSignIn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { useCarriedEmail } from '#app/auth/carried-email.ts';
import { ConfirmAddress } from '#app/auth/confirm-address.tsx';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { signInForm } from '#app/auth/forms.ts';
import { GoogleSignIn } from '#app/auth/google-sign-in.tsx';
import { sameSitePath, tenantEmail } from '#app/auth/model.ts';
import { pathWithNext, useNextPath } from '#app/auth/next-path.ts';
import { trackSignIn } from '#app/auth/pending-sign-in.ts';
import { rememberWantedPath } from '#app/auth/post-auth-redirect.ts';
import { ResendMail } from '#app/auth/resend-mail.tsx';
import { useSession } from '#app/auth/session-store.ts';
import { SecondStepAtSignIn } from '#app/auth/two-step/second-step.tsx';
import { useGuestOnly } from '#app/auth/use-guest-only.ts';
import { useMailedLink } from '#app/auth/use-mailed-link.ts';
import authMessages from '#app/i18n/messages/en/auth.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/sign-in.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'auth', authMessages)('signInTitle') });
}

export default function SignIn() {
  const next = useNextPath();
  const navigate = useNavigate();
  const { status } = useSession();
  const { state: link, retry } = useMailedLink('signup');
  const [wantsForm, setWantsForm] = useState(false);
  useGuestOnly({ applies: link === 'none', next });
  useEffect(() => {
    if (link !== 'open') return;
    rememberWantedPath(sameSitePath(new URL(location.href).searchParams.get('next')) ?? null);
    void afterSignIn(navigate);
  }, [link, navigate]);

  if (status === 'second-step') return <SecondStepAtSignIn next={next} />;
  if (wantsForm || link === 'none' || link === 'reading') return <PasswordStep next={next} />;
  return <ConfirmAddress state={link} next={next} onRetry={retry} onSignIn={() => setWantsForm(true)} />;
}

function PasswordStep({ next }: { next: string }) {
  const t = useTranslations('auth', authMessages);
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { email: useCarriedEmail() },
  });
  const { errors, isSubmitting } = formState;
  const [unconfirmed, setUnconfirmed] = useState('');

  const enter = async ({ email, password }: z.output<typeof signInForm>) => {
    rememberWantedPath(next);
    const { error } = await authRequest((auth) =>
      auth.signInWithPassword({ email: tenantEmail(email, pageTenant()), password }),
    );
    if (!error) return afterSignIn(navigate);
    const reason = explainAuthFailure(error);
    toast({ title: t('signInFailed'), description: reason, variant: 'destructive' });
    setError('password', { message: reason });
    setFocus('password');
    setUnconfirmed(authFailure(error).code === 'email_not_confirmed' ? email : '');
  };
  const submit = handleSubmit((typed) => trackSignIn(() => enter(typed)));

  return (
    <AuthCard
      title={t('signInTitle')}
      lead={t('signInLead')}
      footer={
        <p>
          {t('noAccount')} <TextLink to={pathWithNext(href('/signup'), next)}>{t('signUpTitle')}</TextLink>
        </p>
      }
    >
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <NeedsHydration>
          <TextField
            label={t('email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <TextLink to={href('/forgot-password')} className="justify-self-start">
            {t('forgot')}
          </TextLink>
          <Button type="submit" size="large" busy={isSubmitting}>
            {t('signInTitle')}
          </Button>
          {unconfirmed ? <ResendMail key={unconfirmed} email={unconfirmed} next={next} /> : null}
          <GoogleSignIn next={next} />
        </NeedsHydration>
      </form>
    </AuthCard>
  );
}
