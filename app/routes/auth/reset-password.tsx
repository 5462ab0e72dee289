import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { goOn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { explainAuthFailure } from '#app/auth/failure.ts';
import { resetPasswordForm } from '#app/auth/forms.ts';
import { landingOf } from '#app/auth/landing-page.ts';
import { NewPasswordFields } from '#app/auth/new-password-fields.tsx';
import { pathWithNext, useNextPath } from '#app/auth/next-path.ts';
import { noteSignIn } from '#app/auth/returning.ts';
import { pageSession, useSession } from '#app/auth/session.ts';
import { SecondStep } from '#app/auth/two-step/second-step.tsx';
import { useMailedLink } from '#app/auth/use-mailed-link.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { tabStorage } from '#app/lib/browser-storage.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/reset-password.ts';

/** Set while this tab has opened a reset link but no new password is set, so that a reload keeps the form. */
const recovery = tabStorage('souk-recovery');

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authTexts()('resetTitle') });
}

/** Target of the link in a reset mail, on any device (docs/product.md, Pages). */
export default function ResetPassword() {
  const t = authTexts();
  const navigate = useNavigate();
  const next = useNextPath();
  const { status } = useSession();
  const { state: link, retry } = useMailedLink('recovery');
  const [access, setAccess] = useState<'asking' | 'granted' | 'none' | 'unreachable'>('asking');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (link === 'open') recovery.write('1');
    if (link === 'open') return setAccess('granted');
    if (link !== 'none') return;
    setAccess('asking');
    pageSession.currentSession().then(
      (session) => {
        if (session.status === 'anonymous') setAccess('none');
        else if (recovery.read() !== null) setAccess('granted');
        else void navigate('/', { replace: true });
      },
      () => setAccess('unreachable'),
    );
  }, [link, navigate, attempt]);

  if (link === 'unreachable' || access === 'unreachable') {
    const tryAgain = link === 'unreachable' ? retry : () => setAttempt(attempt + 1);
    return (
      <AuthCard title={t('resetTitle')}>
        <ErrorState onRetry={tryAgain}>{t('unreachable')}</ErrorState>
      </AuthCard>
    );
  }
  if (link === 'spent' || link === 'elsewhere' || access === 'none') {
    return (
      <AuthCard title={t('linkExpired')} lead={t(link === 'elsewhere' ? 'otherDevice' : 'linkExpiredWhy')}>
        <TextLink to={pathWithNext(href('/forgot-password'), next)}>{t('askAgain')}</TextLink>
      </AuthCard>
    );
  }
  if (access === 'asking') {
    return (
      <AuthCard title={t('resetTitle')}>
        <Spinner />
      </AuthCard>
    );
  }
  if (status === 'second-step') return <SecondStep onDone={pageSession.refreshSession} />;
  return (
    <AuthCard title={t('resetTitle')}>
      <NewPassword next={next} />
    </AuthCard>
  );
}

function NewPassword({ next }: { next: string }) {
  const t = authTexts();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(resetPasswordForm),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const { error } = await authRequest((auth) => auth.updateUser({ password }));
    if (error) return setError('password', { message: explainAuthFailure(error) }, { shouldFocus: true });
    recovery.write(null);
    const { user } = await pageSession.refreshSession();
    noteSignIn();
    toast({ title: t('passwordChanged'), description: t('passwordChangedWhy') });
    await goOn(navigate, next || landingOf(user));
  });

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <NeedsHydration>
        <NewPasswordFields
          password={register('password')}
          repeated={register('repeated')}
          errors={errors}
          repeatLabel={t('repeatPassword')}
        />
        <Button type="submit" size="large" busy={isSubmitting}>
          {t('setPassword')}
        </Button>
      </NeedsHydration>
    </form>
  );
}
