import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { forgotPasswordForm } from './forms.ts';
import { pathWithNext } from './next-path.ts';
import { ResendMail } from './resend-mail.tsx';
import type { LinkState } from './use-mailed-link.ts';

type ConfirmAddressProps = { state: LinkState; next: string; onRetry: () => void; onSignIn: () => void };

/** Shows the state of a link that confirms a new account, and what to do when it fails. */
export function ConfirmAddress({ state, next, onRetry, onSignIn }: ConfirmAddressProps) {
  const t = authTexts();
  if (state === 'unreachable') {
    return (
      <AuthCard title={t('confirming')}>
        <ErrorState onRetry={onRetry}>{t('unreachable')}</ErrorState>
      </AuthCard>
    );
  }
  if (state === 'elsewhere') {
    return (
      <AuthCard title={t('confirmed')} lead={t('confirmedElsewhere')}>
        <Button size="large" onClick={onSignIn}>
          {t('signInTitle')}
        </Button>
      </AuthCard>
    );
  }
  if (state === 'spent') {
    return (
      <AuthCard
        title={t('linkExpired')}
        lead={t('confirmSpentWhy')}
        footer={<TextLink to={pathWithNext(href('/signup'), next)}>{t('signUpTitle')}</TextLink>}
      >
        <Button size="large" onClick={onSignIn}>
          {t('signInTitle')}
        </Button>
        <RequestNewLink next={next} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('confirming')}>
      <Spinner />
    </AuthCard>
  );
}

function RequestNewLink({ next }: { next: string }) {
  const t = authTexts();
  const [email, setEmail] = useState('');
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(forgotPasswordForm) });
  if (email) return <ResendMail type="signup" email={email} next={next} />;
  return (
    <form onSubmit={handleSubmit((form) => setEmail(form.email))} noValidate className="grid gap-4">
      <TextField
        label={t('email')}
        hint={t('confirmAgainHint')}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="outline" className="justify-self-start">
        {t('askAgain')}
      </Button>
    </form>
  );
}
