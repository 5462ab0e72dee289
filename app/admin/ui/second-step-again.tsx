import { useCallback, useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import { explainAuthFailure } from '#app/auth/failure.ts';
import type { Factor } from '#app/auth/two-step/factor-model.ts';
import { readFactors } from '#app/auth/two-step/factors.ts';
import { Challenge } from '#app/auth/two-step/second-step.tsx';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { Dialog } from '#app/ui/dialog.tsx';
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
 * Runs a request, and once more after the second step if the person's last one is too old for it (docs/product.md,
 * Rights).
 */
export async function withRecentSecondStep<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isOld = error instanceof BackendError && error.details === 'second_step_old';
    if (!isOld || !(await askForSecondStep())) throw error;
    return run();
  }
}

/** Dialog that asks for the second step while a request waits for it. Once in the office. */
export function SecondStepAgain() {
  const answer = useStore(waiting, (state) => state.answer);
  return answer ? <SecondStepDialog answer={answer} /> : null;
}

function SecondStepDialog({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const t = adminTexts();
  const [factors, setFactors] = useState<Factor[]>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    readFactors().then(setFactors, (error: unknown) => setFailure(explainAuthFailure(error)));
  }, []);
  const confirm = useCallback(async () => answer(true), [answer]);
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('secondStepAgain')}
      description={t('secondStepAgainWhy')}
    >
      {failure ? <p role="alert">{failure}</p> : null}
      {factors ? <Challenge factors={factors} onDone={confirm} /> : failure ? null : <Spinner />}
    </Dialog>
  );
}
