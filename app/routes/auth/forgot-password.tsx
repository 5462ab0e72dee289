import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href } from 'react-router';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { carryEmail, useCarriedEmail } from '#app/auth/carried-email.ts';
import { explainAuthFailure } from '#app/auth/failure.ts';
import { forgotPasswordForm } from '#app/auth/forms.ts';
import { pathWithNext, useNextPath } from '#app/auth/next-path.ts';
import { ResendMail, sendMail } from '#app/auth/resend-mail.tsx';
import { useGuestOnly } from '#app/auth/use-guest-only.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/forgot-password.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authTexts()('forgotTitle') });
}

export default function ForgotPassword() {
  const t = authTexts();
  useGuestOnly();
  const next = useNextPath();
  const [mailedTo, setMailedTo] = useState('');
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordForm),
    defaultValues: { email: useCarriedEmail() ?? '' },
  });
  const { errors, isSubmitting } = formState;
  const carried = carryEmail(useWatch({ control, name: 'email' }));

  const submit = handleSubmit(async ({ email }) => {
    const { error } = await sendMail('recovery', email, next);
    if (error)
      toast({ title: t('resetFailed'), description: explainAuthFailure(error), variant: 'destructive' });
    else {
      toast({ title: t('resetSent'), description: t('resetSentWhy') });
      setMailedTo(email);
    }
  });

  const footer = (
    <TextLink to={pathWithNext(href('/signin'), next)} state={carried}>
      {t('backToSignIn')}
    </TextLink>
  );
  if (mailedTo)
    return (
      <AuthCard title={t('checkMail')} lead={t('resetMailedWhy', { email: mailedTo })} footer={footer}>
        <div className="grid justify-items-start gap-5">
          <ResendMail type="recovery" email={mailedTo} next={next} wait={60} />
          <Button variant="quiet" onClick={() => setMailedTo('')}>
            {t('otherAddress')}
          </Button>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard title={t('forgotTitle')} lead={t('forgotLead')} footer={footer}>
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
          <Button type="submit" size="large" busy={isSubmitting}>
            {t('sendLink')}
          </Button>
        </NeedsHydration>
      </form>
    </AuthCard>
  );
}
