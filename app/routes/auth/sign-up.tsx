import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import type { z } from 'zod';
import { tenantEmail } from '#app/auth/account-contacts.ts';
import { afterSignIn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { carryEmail, useCarriedEmail } from '#app/auth/carried-email.ts';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { signUpForm } from '#app/auth/forms.ts';
import { GoogleSignIn } from '#app/auth/google-sign-in.tsx';
import { pathWithNext, purposeOf, storeRedirectPath, useNextPath } from '#app/auth/next-path.ts';
import { ResendMail } from '#app/auth/resend-mail.tsx';
import { pageSession } from '#app/auth/session.ts';
import { useGuestOnly } from '#app/auth/use-guest-only.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/sign-up.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authTexts()('signUpTitle') });
}

export default function SignUp() {
  const t = authTexts();
  const brand = useBrand();
  const navigate = useNavigate();
  const next = useNextPath();
  const [mailedTo, setMailedTo] = useState('');
  useGuestOnly({ next });
  const { register, control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: { name: '', email: useCarriedEmail() ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const carried = carryEmail(useWatch({ control, name: 'email' }));

  const open = async ({ name, email, password }: z.output<typeof signUpForm>) => {
    const { pathname } = location;
    const account = { email: tenantEmail(email, brand.id), password };
    const { data, error } = await authRequest((auth) =>
      auth.signUp({
        ...account,
        options: {
          data: { name, original_email: email, tenant_id: brand.id },
          emailRedirectTo: new URL(
            pathInPageLanguage(pathWithNext(href('/auth/signin'), next)),
            location.origin,
          ).href,
        },
      }),
    );
    // Not shown, so that nobody learns who has an account.
    const isTaken = authFailure(error).code === 'user_already_exists';
    if (error && !isTaken) {
      toast({ title: t('signUpFailed'), description: explainAuthFailure(error), variant: 'destructive' });
      if (authFailure(error).code === 'weak_password')
        setError('password', { message: t('chooseOther') }, { shouldFocus: true });
      return;
    }
    toast({ title: t('accountCreated'), description: t('happyShopping') });
    if (isTaken || data?.session || data?.user?.email_confirmed_at) {
      // The sign-up's session does not stay in the browser: people sign in next (docs/product.md, Accounts).
      await authRequest((auth) => auth.signOut({ scope: 'local' }));
      // On the way to the checkout, people do not enter the password again.
      if (
        next.includes('checkout') &&
        !(await authRequest((auth) => auth.signInWithPassword(account))).error
      ) {
        storeRedirectPath(next);
        return afterSignIn(navigate, { isNew: true });
      }
      // Do not navigate if they have left this page.
      if (location.pathname === pathname)
        await navigate(pathWithNext(href('/auth/signin'), next), { state: carryEmail(email) });
    } else setMailedTo(email);
  };
  const submit = handleSubmit((typed) => pageSession.trackSignIn(() => open(typed)));

  if (mailedTo)
    return (
      <AuthCard
        title={t('checkMail')}
        lead={t('checkMailWhy', { email: mailedTo })}
        footer={
          <TextLink to={pathWithNext(href('/signin'), next)} state={carryEmail(mailedTo)}>
            {t('backToSignIn')}
          </TextLink>
        }
      >
        <ResendMail type="signup" email={mailedTo} next={next} wait={60} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={t('signUpTitle')}
      lead={purposeOf(next) === 'order' ? t('signUpForOrder') : t('signUpLead', { shop: brand.name })}
      footer={
        <p>
          {t('haveAccount')}{' '}
          <TextLink to={pathWithNext(href('/signin'), next)} state={carried}>
            {t('signInTitle')}
          </TextLink>
        </p>
      }
    >
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <NeedsHydration>
          <TextField
            label={t('name')}
            autoComplete="name"
            error={errors.name?.message}
            {...register('name')}
          />
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
            hint={t('passwordHint')}
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Button type="submit" size="large" busy={isSubmitting}>
            {t('signUpTitle')}
          </Button>
          <GoogleSignIn next={next} />
        </NeedsHydration>
      </form>
    </AuthCard>
  );
}
