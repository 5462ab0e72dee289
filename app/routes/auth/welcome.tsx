import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { ownerEmail } from '#app/auth/account-contacts.ts';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { authRequest } from '#app/auth/auth-request.ts';
import { carryEmail } from '#app/auth/carried-email.ts';
import { explainAuthFailure } from '#app/auth/failure.ts';
import { ownerForm } from '#app/auth/forms.ts';
import { NewPasswordFields } from '#app/auth/new-password-fields.tsx';
import { readOwnerLink, redeemOwnerLink, TooManyTries } from '#app/auth/owner-link-calls.ts';
import { noteSignIn } from '#app/auth/returning.ts';
import { SecondStepOffer } from '#app/auth/second-step-offer.tsx';
import { pageSession } from '#app/auth/session.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { welcomeTexts } from '#app/i18n/texts/welcome.ts';
import type { OwnerLink, RedeemedLink } from '#app/lib/owner-link.ts';
import { newId } from '#app/lib/row-id.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/welcome.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: welcomeTexts()('title') });
}

type Reading = { state: 'reading' | 'redeemed' } | { state: 'failed'; tooMany: boolean } | OwnerLink;

/**
 * Target of a link that creates an owner's account, or restores access to it. Its token is in the URL's fragment, so
 * that no log, cache or other site sees it.
 */
export default function Welcome() {
  const t = welcomeTexts();
  const tAuth = authTexts();
  // Another link may be pasted into the URL of the open page.
  const { hash } = useLocation();
  const [reading, setReading] = useState<Reading>({ state: 'reading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let cancelled = false;
    setReading({ state: 'reading' });
    readOwnerLink(hash.slice(1)).then(
      (link) => !cancelled && setReading(link),
      (error: unknown) =>
        !cancelled && setReading({ state: 'failed', tooMany: error instanceof TooManyTries }),
    );
    return () => {
      cancelled = true;
    };
  }, [hash, attempt]);

  switch (reading.state) {
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
    case 'open':
    case 'claimed':
      return (
        <AuthCard
          title={t(reading.isOwner ? 'restoreTitle' : 'title')}
          lead={reading.isOwner ? t('restoreLead', { email: reading.email }) : t('lead')}
        >
          <OwnerForm
            key={hash}
            token={hash.slice(1)}
            link={reading}
            onRedeemed={() => setReading({ state: 'redeemed' })}
            onClosed={(state) => setReading({ ...reading, state })}
          />
        </AuthCard>
      );
    case 'redeemed':
      return <OwnerWelcome />;
    default:
      return <ClosedLink state={reading.state} />;
  }
}

type ClosedState = Exclude<OwnerLink['state'], 'open' | 'claimed'>;

function ClosedLink({ state }: { state: ClosedState }) {
  const t = welcomeTexts();
  const tAuth = authTexts();
  return (
    <AuthCard
      title={t(`${state}Title`)}
      lead={t(`${state}Why`)}
      footer={<TextLink to={href('/signin')}>{tAuth('signInTitle')}</TextLink>}
    >
      <div className="grid gap-3">
        <p>{t('another')}</p>
        <code
          dir="ltr"
          className="wrap-anywhere select-all rounded-field bg-tint p-3 text-start text-on-tint"
        >
          npm run owner -- name@example.com
        </code>
      </div>
    </AuthCard>
  );
}

interface OwnerFormProps {
  token: string;
  link: OwnerLink;
  onRedeemed: () => void;
  onClosed: (state: ClosedState) => void;
}

type OwnerFields = z.output<ReturnType<typeof ownerForm>>;

function OwnerForm({ token, link, onRedeemed, onClosed }: OwnerFormProps) {
  const t = welcomeTexts();
  const tAuth = authTexts();
  const navigate = useNavigate();
  // The same for every attempt, so that a retry after a lost response is not taken for another person.
  const [claim] = useState(newId);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(ownerForm(link)),
    defaultValues: { name: '', email: '', password: '', repeated: '' },
  });
  const { errors, isSubmitting } = formState;

  const refuse = (outcome: Exclude<RedeemedLink, { state: 'redeemed' }>) => {
    const wrong = (field: 'email' | 'password', text: string) =>
      setError(field, { message: text }, { shouldFocus: true });
    switch (outcome.state) {
      case 'weak':
        return wrong('password', explainAuthFailure({ name: 'AuthWeakPasswordError', ...outcome }));
      case 'marked':
        return wrong('email', t('marked'));
      case 'open':
      case 'claimed':
        return wrong('password', t('claimed'));
      default:
        return onClosed(outcome.state);
    }
  };
  const enter = async ({ name, email: typed, password }: OwnerFields) => {
    const email = ownerEmail(link.email || typed);
    try {
      const outcome = await redeemOwnerLink({ token, claim, email, name, password });
      if (outcome.state !== 'redeemed') return refuse(outcome);
    } catch (error) {
      const why = tAuth(error instanceof TooManyTries ? 'tooMany' : 'unreachable');
      return setError('password', { message: why }, { shouldFocus: true });
    }
    // The link is used up; remove it from the history.
    history.replaceState(history.state, '', location.pathname + location.search);
    const { error } = await authRequest((auth) => auth.signInWithPassword({ email, password }));
    if (error) {
      toast({ title: t('signInFailed'), description: explainAuthFailure(error) });
      return navigate(href('/signin'), { replace: true, state: carryEmail(email) });
    }
    await pageSession.refreshSession({ fresh: true });
    noteSignIn();
    onRedeemed();
  };
  const submit = handleSubmit((form) => pageSession.trackSignIn(() => enter(form)));

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      {link.email ? (
        <>
          {link.isOwner ? null : <p className="wrap-anywhere">{t('forAddress', { email: link.email })}</p>}
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" value={link.email} autoComplete="username" readOnly hidden />
        </>
      ) : (
        <TextField
          label={tAuth('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
      )}
      {link.isOwner ? null : (
        <TextField
          label={tAuth('name')}
          autoComplete="name"
          error={errors.name?.message}
          {...register('name')}
        />
      )}
      <NewPasswordFields
        password={register('password')}
        repeated={register('repeated')}
        errors={errors}
        repeatLabel={tAuth('repeatPassword')}
        hint={t('passwordHint')}
      />
      <Button type="submit" size="large" busy={isSubmitting}>
        {t(link.isOwner ? 'restore' : 'make')}
      </Button>
    </form>
  );
}

function OwnerWelcome() {
  const t = welcomeTexts();
  const navigate = useNavigate();
  const { opening } = useRootData();
  // The owner of a store that was never open has to set it up first.
  const office = opening?.state === 'closed' ? href('/admin/setup') : href('/admin/dashboard');
  return (
    <SecondStepOffer
      title={t('doneTitle')}
      lead={t('doneLead')}
      later={t('later')}
      onDone={() => void navigate(office, { replace: true })}
    />
  );
}
