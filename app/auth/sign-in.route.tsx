import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/sign-in.route.ts';
import { arrive } from './arrive.ts';
import { AuthCard } from './auth-card.tsx';
import { explainAuthFailure } from './failure.ts';
import { signInForm } from './forms.ts';
import { tenantEmail } from './model.ts';
import { pathWithNext, useNextPath } from './next-path.ts';
import { rememberWantedPath } from './post-auth-redirect.ts';
import { useGuestOnly } from './use-guest-only.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authWords.signInTitle });
}

export default function SignIn() {
  const t = useWords(authWords);
  const navigate = useNavigate();
  const next = useNextPath();
  useGuestOnly();
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(signInForm),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    rememberWantedPath(next);
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.signInWithPassword({
      email: tenantEmail(email, pageTenant()),
      password,
    });
    if (!error) return arrive(navigate);
    const reason = explainAuthFailure(error);
    toast({ title: t('signInFailed'), description: reason, variant: 'destructive' });
    setError('password', { message: reason });
    setFocus('password');
  });

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
      <form onSubmit={submit} noValidate className="grid gap-5">
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
      </form>
    </AuthCard>
  );
}
