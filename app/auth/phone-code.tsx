import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { afterSignIn } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { authRequest } from './auth-request.ts';
import { authFailure, explainAuthFailure } from './failure.ts';
import { storeRedirectPath } from './next-path.ts';
import { pageSession } from './session.ts';
import { CodeField } from './two-step/code-field.tsx';
import { codeForm } from './two-step/factor-model.ts';

/**
 * Texts a code that signs in the owner of a number, and creates an account for a new number.
 * @param phone E.164 with the plus sign
 */
export function textSignInCode(phone: string) {
  const data = { tenant_id: pageTenant() };
  return authRequest((auth) => auth.signInWithOtp({ phone, options: { data } }));
}

type PhoneCodeProps = {
  /** E.164 with the plus sign. */
  phone: string;
  next: string;
  onBack: () => void;
};

/** Form for the texted code. */
export function PhoneCode({ phone, next, onBack }: PhoneCodeProps) {
  const t = authTexts();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError, setFocus, resetField } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  });
  useEffect(() => {
    setFocus('code');
  }, [setFocus]);

  const refuse = (message: string) => {
    setError('code', { message });
    setFocus('code', { shouldSelect: true });
  };
  const enter = async (token: string) => {
    storeRedirectPath(next);
    const { error } = await authRequest((auth) => auth.verifyOtp({ phone, token, type: 'sms' }));
    if (!error) return afterSignIn(navigate);
    refuse(authFailure(error).code === 'otp_expired' ? t('codeWrong') : explainAuthFailure(error));
  };
  const resend = async () => {
    const { error } = await textSignInCode(phone);
    if (error) return refuse(explainAuthFailure(error));
    resetField('code');
    toast({ title: t('codeSent'), description: t('codeSentTo', { phone }) });
  };

  return (
    <AuthCard title={t('codeTitle')} lead={t('codeSentTo', { phone })}>
      <form
        method="post"
        onSubmit={handleSubmit(({ code }) => pageSession.trackSignIn(() => enter(code)))}
        noValidate
        className="grid gap-5"
      >
        <CodeField error={formState.errors.code?.message} {...register('code')} />
        <Button type="submit" size="large" busy={formState.isSubmitting}>
          {t('signInTitle')}
        </Button>
        <Button variant="outline" onClick={() => void resend()}>
          {t('sendCodeAgain')}
        </Button>
        <Button variant="quiet" className="-ms-5 justify-self-start" onClick={onBack}>
          {t('otherWay')}
        </Button>
      </form>
    </AuthCard>
  );
}
