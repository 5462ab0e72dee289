import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { explainAuthFailure } from '#app/auth/failure.ts';
import { forgotPasswordForm } from '#app/auth/forms.ts';
import { tenantEmail } from '#app/auth/model.ts';
import { useGuestOnly } from '#app/auth/use-guest-only.ts';
import authMessages from '#app/i18n/messages/en/auth.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/forgot-password.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'auth', authMessages)('forgotTitle') });
}

export default function ForgotPassword() {
  const t = useTranslations('auth', authMessages);
  useGuestOnly();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(forgotPasswordForm) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    const redirectTo = new URL(href('/auth/reset-password'), location.origin).href;
    const { error } = await authRequest((auth) =>
      auth.resetPasswordForEmail(tenantEmail(email, pageTenant()), { redirectTo }),
    );
    if (error)
      toast({ title: t('resetFailed'), description: explainAuthFailure(error), variant: 'destructive' });
    else toast({ title: t('resetSent'), description: t('resetSentWhy') });
  });

  return (
    <AuthCard
      title={t('forgotTitle')}
      lead={t('forgotLead')}
      footer={<TextLink to={href('/signin')}>{t('backToSignIn')}</TextLink>}
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
          <Button type="submit" size="large" busy={isSubmitting}>
            {t('sendLink')}
          </Button>
        </NeedsHydration>
      </form>
    </AuthCard>
  );
}
