import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { goOn } from '#app/auth/after-sign-in.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { carryEmail } from '#app/auth/carried-email.ts';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { currentPasswordForm, invitedForm } from '#app/auth/forms.ts';
import { acceptInvitation, readInvitation, redeemInvitation } from '#app/auth/invitation-calls.ts';
import { landingOf } from '#app/auth/landing-page.ts';
import { NewPasswordFields } from '#app/auth/new-password-fields.tsx';
import { TooManyTries } from '#app/auth/owner-link-calls.ts';
import { noteSignIn } from '#app/auth/returning.ts';
import { SecondStepOffer } from '#app/auth/second-step-offer.tsx';
import { pageSession } from '#app/auth/session.ts';
import { SecondStep } from '#app/auth/two-step/second-step.tsx';
import { formatList } from '#app/i18n/format.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { invitationTexts } from '#app/i18n/texts/invitation.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { newId } from '#app/lib/row-id.ts';
import type { Accepted, OfferedInvitation } from '#app/lib/staff-invitation.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/invitation.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: invitationTexts()('title') });
}

type ClosedState = 'accepted' | 'revoked' | 'expired' | 'void' | 'unknown';
type Reading =
  | { step: 'reading' | 'welcome' | 'secondStep' }
  | { step: 'failed'; tooMany: boolean }
  | { step: 'closed'; state: ClosedState }
  | { step: 'offered'; offer: OfferedInvitation };

const readingOf = (offer: OfferedInvitation): Reading =>
  offer.state === 'open' || offer.state === 'claimed'
    ? { step: 'offered', offer }
    : { step: 'closed', state: offer.state };

/** Why a request about the link failed, in words. */
function whyFailed(error: unknown): string {
  if (error instanceof BackendError && error.message) return error.message;
  return authTexts()(error instanceof TooManyTries ? 'tooMany' : 'unreachable');
}

/**
 * Target of the link of an invitation to work here. Its token is in the URL's fragment, so that no log, cache or other
 * site sees it.
 */
export default function Invitation() {
  const t = invitationTexts();
  const tAuth = authTexts();
  const navigate = useNavigate();
  // Another link may be pasted into the URL of the open page.
  const { hash } = useLocation();
  const token = hash.slice(1);
  const [reading, setReading] = useState<Reading>({ step: 'reading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let cancelled = false;
    setReading({ step: 'reading' });
    readInvitation(token).then(
      (offer) => !cancelled && setReading(readingOf(offer)),
      (error: unknown) =>
        !cancelled && setReading({ step: 'failed', tooMany: error instanceof TooManyTries }),
    );
    return () => {
      cancelled = true;
    };
  }, [token, attempt]);

  const openOffice = useCallback(async () => {
    const { user } = await pageSession.refreshSession({ fresh: true });
    await goOn(navigate, landingOf(user));
  }, [navigate]);
  /** Accepts as the person who has just signed in; the second step may still be due. */
  const acceptSignedIn = useCallback(async () => {
    const { status } = await pageSession.refreshSession({ fresh: true });
    if (status === 'second-step') return setReading({ step: 'secondStep' });
    const state = await acceptInvitation(token);
    noteSignIn();
    if (state === 'accepted') await openOffice();
    else
      setReading({ step: 'closed', state: state === 'revoked' || state === 'expired' ? state : 'unknown' });
  }, [token, openOffice]);
  const acceptAfterSecondStep = useCallback(
    () =>
      acceptSignedIn().catch((error: unknown) => toast({ title: whyFailed(error), variant: 'destructive' })),
    [acceptSignedIn],
  );

  switch (reading.step) {
    case 'reading':
      return (
        <AuthCard title={t('title')}>
          <Spinner />
        </AuthCard>
      );
    case 'failed':
      return (
        <AuthCard title={t('title')}>
          <ErrorState onRetry={() => setAttempt(attempt + 1)}>
            {tAuth(reading.tooMany ? 'tooMany' : 'unreachable')}
          </ErrorState>
        </AuthCard>
      );
    case 'secondStep':
      return <SecondStep onDone={acceptAfterSecondStep} />;
    case 'welcome':
      return (
        <SecondStepOffer
          title={t('doneTitle')}
          lead={t('doneLead')}
          later={t('later')}
          onDone={() => void openOffice()}
        />
      );
    case 'closed':
      return (
        <AuthCard title={t(`${reading.state}Title`)} lead={t(`${reading.state}Why`)}>
          <TextLink to={href('/signin')}>{tAuth('signInTitle')}</TextLink>
        </AuthCard>
      );
    case 'offered':
      return (
        <Offer offer={reading.offer}>
          {reading.offer.hasAccount ? (
            <SignInToAccept key={hash} email={reading.offer.email} onSignedIn={acceptSignedIn} />
          ) : (
            <NewAccount
              key={hash}
              token={token}
              email={reading.offer.email}
              onAccepted={() => setReading({ step: 'welcome' })}
              onOther={(state) =>
                setReading(
                  state === 'needsSignIn'
                    ? { step: 'offered', offer: { ...reading.offer, hasAccount: true } }
                    : { step: 'closed', state },
                )
              }
            />
          )}
        </Offer>
      );
  }
}

function Offer({ offer, children }: { offer: OfferedInvitation; children: ReactNode }) {
  const t = invitationTexts();
  const { email, stores, allStores, hasAccount } = offer;
  return (
    <AuthCard
      title={t('title')}
      lead={allStores ? t('leadAll', { email }) : t('leadFor', { email, stores: formatList(stores) })}
    >
      <div className="grid gap-5">
        {hasAccount ? <p>{t('hasAccount')}</p> : null}
        {children}
      </div>
    </AuthCard>
  );
}

interface NewAccountProps {
  token: string;
  email: string;
  onAccepted: () => void;
  onOther: (state: ClosedState | 'needsSignIn') => void;
}

/** Makes the account that the invitation is for. */
function NewAccount({ token, email, onAccepted, onOther }: NewAccountProps) {
  const t = invitationTexts();
  const tAuth = authTexts();
  const navigate = useNavigate();
  // The same for every attempt, so that a retry after a lost response is not taken for another person.
  const [claim] = useState(newId);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(invitedForm),
    defaultValues: { name: '', password: '', repeated: '' },
  });
  const { errors, isSubmitting } = formState;
  const wrong = (text: string) => setError('password', { message: text }, { shouldFocus: true });
  const goOnWith = (outcome: Accepted) => {
    switch (outcome.state) {
      case 'weak':
        return wrong(explainAuthFailure({ name: 'AuthWeakPasswordError', ...outcome }));
      case 'open':
      case 'claimed':
        return wrong(t('claimed'));
      case 'accepted':
        return signIn;
      default:
        return onOther(outcome.state);
    }
  };
  const signIn = async (password: string) => {
    // The link is used up; remove it from the history.
    history.replaceState(history.state, '', location.pathname + location.search);
    const { error } = await authRequest((auth) => auth.signInWithPassword({ email, password }));
    if (error) {
      toast({ title: t('signInFailed'), description: explainAuthFailure(error) });
      return navigate(href('/signin'), { replace: true, state: carryEmail(email) });
    }
    await pageSession.refreshSession({ fresh: true });
    noteSignIn();
    onAccepted();
  };
  const enter = async ({ name, password }: z.output<typeof invitedForm>) => {
    try {
      const next = goOnWith(await redeemInvitation({ token, claim, name, password }));
      if (next) await next(password);
    } catch (error) {
      wrong(whyFailed(error));
    }
  };
  const submit = handleSubmit((form) => pageSession.trackSignIn(() => enter(form)));
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        label={tAuth('name')}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <NewPasswordFields
        password={register('password')}
        repeated={register('repeated')}
        errors={errors}
        repeatLabel={tAuth('repeatPassword')}
        hint={t('passwordHint')}
      />
      <Button type="submit" size="large" busy={isSubmitting}>
        {t('make')}
      </Button>
    </form>
  );
}

/** Signs in to the account that the invitation's address has, and accepts. */
function SignInToAccept({ email, onSignedIn }: { email: string; onSignedIn: () => Promise<void> }) {
  const t = invitationTexts();
  const tAuth = authTexts();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(currentPasswordForm),
    defaultValues: { password: '' },
  });
  const enter = async ({ password }: z.output<typeof currentPasswordForm>) => {
    try {
      const { error } = await authRequest((auth) => auth.signInWithPassword({ email, password }));
      if (!error) return await onSignedIn();
      const isWrong = authFailure(error).code === 'invalid_credentials';
      setError(
        'password',
        { message: isWrong ? t('wrongPassword') : explainAuthFailure(error) },
        { shouldFocus: true },
      );
    } catch (error) {
      setError('password', { message: whyFailed(error) }, { shouldFocus: true });
    }
  };
  const submit = handleSubmit((form) => pageSession.trackSignIn(() => enter(form)));
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField
        label={tAuth('password')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <TextLink to={href('/forgot-password')} state={carryEmail(email)} className="justify-self-start">
        {tAuth('forgot')}
      </TextLink>
      <Button type="submit" size="large" busy={formState.isSubmitting}>
        {t('accept')}
      </Button>
    </form>
  );
}
