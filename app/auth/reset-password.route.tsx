import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/reset-password.route.ts';
import { AuthCard } from './auth-card.tsx';
import { explainAuthFailure } from './failure.ts';
import { resetPasswordForm } from './forms.ts';
import { openRecoveryLink } from './recovery-link.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authWords.resetTitle });
}

export default function ResetPassword() {
  const t = useWords(authWords);
  const [link, setLink] = useState<'opening' | 'open' | 'invalid'>('opening');
  useEffect(() => {
    let gone = false;
    openRecoveryLink(new URL(location.href)).then(
      (works) => !gone && setLink(works ? 'open' : 'invalid'),
      () => !gone && setLink('invalid'),
    );
    return () => {
      gone = true;
    };
  }, []);

  if (link === 'opening')
    return (
      <AuthCard title={t('resetTitle')}>
        <Spinner />
      </AuthCard>
    );
  if (link === 'invalid') {
    return (
      <AuthCard title={t('linkExpired')} lead={t('linkExpiredWhy')}>
        <TextLink to={href('/forgot-password')}>{t('askAgain')}</TextLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('resetTitle')}>
      <NewPassword />
    </AuthCard>
  );
}

function NewPassword() {
  const t = useWords(authWords);
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(resetPasswordForm),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.updateUser({ password });
    if (error) return setError('password', { message: explainAuthFailure(error) }, { shouldFocus: true });
    await supabase.auth.signOut({ scope: 'local' });
    toast({ title: t('passwordChanged'), description: t('passwordChangedWhy') });
    await navigate(href('/signin'), { replace: true });
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PasswordField
        label={t('newPassword')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={t('repeatPassword')}
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated')}
      />
      <Button type="submit" size="large" busy={isSubmitting}>
        {t('setPassword')}
      </Button>
    </form>
  );
}
