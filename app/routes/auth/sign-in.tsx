import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import type { z } from 'zod';
import { phoneNumber, tenantEmail } from '#app/auth/account-contacts.ts';
import { afterSignIn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { readAuthSettings } from '#app/auth/auth-settings.ts';
import { carryEmail, useCarriedEmail } from '#app/auth/carried-email.ts';
import { ConfirmAddress } from '#app/auth/confirm-address.tsx';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { signInForm } from '#app/auth/forms.ts';
import { GoogleSignIn } from '#app/auth/google-sign-in.tsx';
import { sameSitePath } from '#app/auth/model.ts';
import { pathWithNext, purposeOf, storeRedirectPath, useNextPath } from '#app/auth/next-path.ts';
import { PhoneCode, textSignInCode } from '#app/auth/phone-code.tsx';
import { ResendMail } from '#app/auth/resend-mail.tsx';
import { useReturning } from '#app/auth/returning.ts';
import { pageSession, useSession } from '#app/auth/session.ts';
import { signInStaff } from '#app/auth/sign-in-staff.ts';
import { SecondStepAtSignIn } from '#app/auth/two-step/second-step.tsx';
import { useGuestOnly } from '#app/auth/use-guest-only.ts';
import { useMailedLink } from '#app/auth/use-mailed-link.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/sign-in.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: authTexts()('signInTitle') });
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
    storeRedirectPath(sameSitePath(new URL(location.href).searchParams.get('next')) ?? null);
    void afterSignIn(navigate);
  }, [link, navigate]);

  if (status === 'second-step') return <SecondStepAtSignIn next={next} />;
  if (wantsForm || link === 'none' || link === 'reading') return <PasswordStep next={next} />;
  return <ConfirmAddress state={link} next={next} onRetry={retry} onSignIn={() => setWantsForm(true)} />;
}

function PasswordStep({ next }: { next: string }) {
  const t = authTexts();
  const shop = useBrand().name;
  const navigate = useNavigate();
  const returning = useReturning();
  const purpose = purposeOf(next);
  const [sms, setSms] = useState(false);
  useEffect(() => void readAuthSettings().then((settings) => setSms(settings?.sms ?? false)), []);
  const { register, control, handleSubmit, formState, getValues, setError, setFocus } = useForm({
    resolver: zodResolver(signInForm(sms)),
    defaultValues: { login: useCarriedEmail() ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const carried = carryEmail(useWatch({ control, name: 'login' }));
  const [unconfirmed, setUnconfirmed] = useState('');
  const [texting, setTexting] = useState(false);
  const [textedTo, setTextedTo] = useState('');

  const enter = async ({ login, password }: z.output<ReturnType<typeof signInForm>>) => {
    storeRedirectPath(next);
    const isPhone = login.startsWith('+');
    const { error } = await authRequest((auth) =>
      auth.signInWithPassword(
        isPhone ? { phone: login, password } : { email: tenantEmail(login, pageTenant()), password },
      ),
    );
    if (!error) return afterSignIn(navigate);
    let refused: unknown = error;
    if (!isPhone && authFailure(error).code === 'invalid_credentials') {
      try {
        if (await signInStaff(login, password)) return afterSignIn(navigate);
      } catch (failed) {
        if (authFailure(failed).code === 'user_banned') refused = failed;
      }
    }
    const { code } = authFailure(refused);
    const wrong = code === 'invalid_credentials';
    // Only the demo has addresses with this ending (RFC 2606).
    const isDemo = code === 'user_banned' && login.toLowerCase().endsWith('.example');
    const reason = isDemo
      ? t('demoClosed')
      : isPhone && wrong
        ? t('invalidPhoneLogin')
        : explainAuthFailure(refused);
    toast({ title: t('signInFailed'), description: reason, variant: 'destructive' });
    // The toast explains what happened, the field what to do.
    if (wrong) setError('password', { message: t('typeAgain') });
    setFocus('password');
    setUnconfirmed(code === 'email_not_confirmed' ? login : '');
  };
  const textCode = async () => {
    const phone = phoneNumber(getValues('login'));
    if (!phone) return setError('login', { message: t('phoneInvalid') }, { shouldFocus: true });
    setTexting(true);
    const { error } = await textSignInCode(phone);
    setTexting(false);
    if (error) setError('login', { message: explainAuthFailure(error) }, { shouldFocus: true });
    else setTextedTo(phone);
  };
  const submit = handleSubmit((typed) => pageSession.trackSignIn(() => enter(typed)));

  if (textedTo) return <PhoneCode phone={textedTo} next={next} onBack={() => setTextedTo('')} />;
  return (
    <AuthCard
      title={t('signInTitle')}
      lead={purpose ? t(`signInFor_${purpose}`) : returning ? t('signInLead') : t('signInLeadNew', { shop })}
      footer={
        <p>
          {t('noAccount')}{' '}
          <TextLink to={pathWithNext(href('/signup'), next)} state={carried}>
            {t('signUpTitle')}
          </TextLink>
        </p>
      }
    >
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <NeedsHydration>
          <TextField
            label={t(sms ? 'emailOrPhone' : 'email')}
            type={sms ? 'text' : 'email'}
            autoComplete={sms ? 'username' : 'email'}
            inputMode="email"
            autoCapitalize="none"
            error={errors.login?.message}
            {...register('login')}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <TextLink
            to={pathWithNext(href('/forgot-password'), next)}
            state={carried}
            className="justify-self-start"
          >
            {t('forgot')}
          </TextLink>
          <Button type="submit" size="large" busy={isSubmitting}>
            {t('signInTitle')}
          </Button>
          {sms ? (
            <div className="grid gap-2">
              <Button variant="outline" size="large" busy={texting} onClick={() => void textCode()}>
                {t('textCode')}
              </Button>
              <p className="text-ink-soft text-sm">{t('textCodeHint')}</p>
            </div>
          ) : null}
          {unconfirmed ? (
            <ResendMail key={unconfirmed} type="signup" email={unconfirmed} next={next} />
          ) : null}
          <GoogleSignIn next={next} />
        </NeedsHydration>
      </form>
    </AuthCard>
  );
}
