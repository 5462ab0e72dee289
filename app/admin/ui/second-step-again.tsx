import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, useLocation, useNavigate } from 'react-router';
import { createStore, useStore } from 'zustand';
import { authRequest } from '#app/auth/auth-request.ts';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { currentPasswordForm } from '#app/auth/forms.ts';
import { pathWithNext } from '#app/auth/next-path.ts';
import { pageSession } from '#app/auth/session.ts';
import type { Factor } from '#app/auth/two-step/factor-model.ts';
import { readFactors } from '#app/auth/two-step/factors.ts';
import { Challenge } from '#app/auth/two-step/second-step.tsx';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { confirmedNavigation, confirmNavigation } from '#app/lib/navigation-blocker.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** The request that waits for the second step; null when none does. */
const waiting = createStore<{ answer: ((isConfirmed: boolean) => void) | null }>(() => ({ answer: null }));

function askForSecondStep(): Promise<boolean> {
  waiting.getState().answer?.(false);
  return new Promise((resolve) => {
    waiting.setState({
      answer: (isConfirmed) => {
        waiting.setState({ answer: null });
        resolve(isConfirmed);
      },
    });
  });
}

/**
 * Runs a request, and once more after the second step if the person's last one is too old for it; people without one
 * enter their password again (docs/product.md, Rights).
 */
export async function withRecentSecondStep<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isOld =
      error instanceof BackendError &&
      (error.details === 'second_step_old' || error.details === 'sign_in_old');
    if (!isOld || !(await askForSecondStep())) throw error;
    return run();
  }
}

/** Dialog that asks for the second step, or else the password, while a request waits for it. Once in the office. */
export function SecondStepAgain() {
  const answer = useStore(waiting, (state) => state.answer);
  return answer ? <ProofDialog answer={answer} /> : null;
}

function ProofDialog({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const t = adminTexts();
  const [factors, setFactors] = useState<Factor[]>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    readFactors().then(setFactors, (error: unknown) => setFailure(explainAuthFailure(error)));
  }, []);
  const confirm = useCallback(async () => answer(true), [answer]);
  const isPassword = factors?.length === 0;
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t(isPassword ? 'passwordAgain' : 'secondStepAgain')}
      description={t(isPassword ? 'passwordAgainWhy' : 'secondStepAgainWhy')}
    >
      {failure ? <p role="alert">{failure}</p> : null}
      {isPassword ? (
        <PasswordAgain onDone={confirm} />
      ) : factors ? (
        <Challenge factors={factors} onDone={confirm} />
      ) : failure ? null : (
        <Spinner />
      )}
    </Dialog>
  );
}

/** Signs the person in anew, so that their session says when they last proved who they are. */
async function signInAgain(password: string): Promise<void> {
  const { auth } = await loadSupabase();
  const { data } = await auth.getSession();
  const { email, phone = '' } = data.session?.user ?? {};
  const { error } = await auth.signInWithPassword(email ? { email, password } : { phone, password });
  if (error) throw error;
}

function PasswordAgain({ onDone }: { onDone: () => Promise<void> }) {
  const t = adminTexts();
  const tAuth = authTexts();
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(currentPasswordForm),
    defaultValues: { password: '' },
  });
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  const enter = async (password: string) => {
    try {
      await signInAgain(password);
    } catch (error) {
      const isWrong = authFailure(error).code === 'invalid_credentials';
      setError('password', { message: isWrong ? t('passwordWrong') : explainAuthFailure(error) });
      return setFocus('password', { shouldSelect: true });
    }
    await onDone();
  };
  const submit = handleSubmit(({ password }) => pageSession.trackSignIn(() => enter(password)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PasswordField
        label={tAuth('password')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" size="large" busy={formState.isSubmitting}>
        {t('passwordConfirm')}
      </Button>
      <SignInAnotherWay />
    </form>
  );
}

/** For accounts that only Google or a texted code opens. */
function SignInAnotherWay() {
  const t = adminTexts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = async () => {
    if (!(await confirmNavigation())) return;
    pageSession.stopGuarding();
    await authRequest((auth) => auth.signOut({ scope: 'local' }));
    await navigate(pathWithNext(href('/signin'), pathname + search), { state: confirmedNavigation });
    pageSession.forget();
  };
  return (
    <Button variant="quiet" className="justify-self-start" onClick={() => void leave()}>
      {t('signInAnotherWay')}
    </Button>
  );
}
