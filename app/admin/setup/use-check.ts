import { useState } from 'react';
import { errorMessage } from '../kit/error-message.ts';

/** Runs a check when it is asked for; keeps its last answer, and why the last attempt failed. */
export function useCheck<Answer>(check: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailure('');
    try {
      setAnswer(await check());
    } catch (error) {
      setAnswer(undefined);
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { answer, failure, busy, run };
}
