import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import { afterSignIn } from '../after-sign-in.ts';
import { AuthCard } from '../auth-card.tsx';
import { authRequest } from '../auth-request.ts';
import { explainAuthFailure } from '../failure.ts';
import { storeRedirectPath } from '../next-path.ts';
import { pageSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
import { codeForm, type Factor } from './factor-model.ts';
import { readFactors, renewSession, sendCode, verifyCode } from './factors.ts';

type OnVerified = () => Promise<unknown>;

/** Asks for the second step after a password sign-in. */
export function SecondStepAtSignIn({ next }: { next: string }) {
  const navigate = useNavigate();
  const done = useCallback(() => {
    storeRedirectPath(next);
    return afterSignIn(navigate);
  }, [next, navigate]);
  return <SecondStep onDone={done} />;
}

/** Asks for a second step's code. Continues at once when the person has no factor any more. */
export function SecondStep({ onDone }: { onDone: OnVerified }) {
  const t = twoStepTexts();
  const [factors, setFactors] = useState<Factor[]>();
  const [failure, setFailure] = useState('');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let cancelled = false;
    const open = async () => {
      setFailure('');
      const verified = await readFactors();
      if (cancelled) return;
      if (verified.length > 0) return setFactors(verified);
      await pageSession.trackSignIn(() => renewSession().then(onDone));
    };
    open().catch((error: unknown) => !cancelled && setFailure(explainAuthFailure(error)));
    return () => {
      cancelled = true;
    };
  }, [onDone, attempt]);

  return (
    <AuthCard title={t('askTitle')} footer={<SignOutLink />}>
      {failure ? (
        <ErrorState title={failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : factors ? (
        <Challenge factors={factors} onDone={onDone} />
      ) : (
        <Spinner />
      )}
    </AuthCard>
  );
}

function SignOutLink() {
  const t = twoStepTexts();
  // The sign-in was never complete, so no sign-out message is shown.
  const leave = async () => {
    const { error } = await authRequest((auth) => auth.signOut({ scope: 'local' }));
    if (error) toast({ title: explainAuthFailure(error), variant: 'destructive' });
  };
  return (
    <>
      <p>
        {t('lost')} {t('lostWhy')} <TextLink to={href('/contact')}>{t('contact')}</TextLink>
      </p>
      <Button variant="quiet" className="-ms-5 justify-self-start" onClick={() => void leave()}>
        {t('otherAccount')}
      </Button>
    </>
  );
}

/** Asks for a code of one of these factors. */
export function Challenge({ factors, onDone }: { factors: Factor[]; onDone: OnVerified }) {
  const t = twoStepTexts();
  const brand = useBrand();
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '');
  const [challengeId, setChallengeId] = useState('');
  const [sending, setSending] = useState(false);
  const { register, handleSubmit, formState, setError, setFocus, resetField } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  });
  const factor = factors.find(({ id }) => id === factorId);
  const byPhone = factor?.type === 'phone';
  const ready = !byPhone || challengeId !== '';

  useEffect(() => {
    if (ready) setFocus('code');
  }, [ready, setFocus]);

  const refuse = (error: unknown) => {
    setError('code', { message: explainAuthFailure(error) });
    if (ready) setFocus('code', { shouldSelect: true });
  };
  const send = async () => {
    setSending(true);
    try {
      setChallengeId(await sendCode(factorId));
      resetField('code');
    } catch (error) {
      refuse(error);
    } finally {
      setSending(false);
    }
  };
  const enter = async (code: string) => {
    try {
      await verifyCode(factorId, code, byPhone ? challengeId : undefined);
    } catch (error) {
      return refuse(error);
    }
    await onDone();
  };
  const submit = handleSubmit(({ code }) => pageSession.trackSignIn(() => enter(code)));

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {factors.length > 1 ? (
        <SelectField
          label={t('way')}
          value={factorId}
          onChange={(event) => {
            setFactorId(event.currentTarget.value);
            setChallengeId('');
            resetField('code');
          }}
        >
          {factors.map(({ id, name, type }) => (
            <option key={id} value={id}>
              {name || t(type)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <p className="text-ink-soft">
        {byPhone ? t(challengeId ? 'askPhone' : 'askPhoneFirst') : t('askTotp', { shop: brand.name })}
      </p>
      {ready ? (
        <>
          <CodeField error={formState.errors.code?.message} {...register('code')} />
          <Button type="submit" size="large" busy={formState.isSubmitting}>
            {t('verify')}
          </Button>
        </>
      ) : null}
      {byPhone ? (
        <Button variant={ready ? 'outline' : 'primary'} busy={sending} onClick={() => void send()}>
          {t(ready ? 'sendAgain' : 'sendCode')}
        </Button>
      ) : null}
      {byPhone && !ready && formState.errors.code ? (
        <p role="alert" className="font-medium text-danger-text text-sm">
          {formState.errors.code.message}
        </p>
      ) : null}
    </form>
  );
}
