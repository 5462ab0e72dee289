import { useState } from 'react';
import { useRequest } from '../ui/use-change.ts';

/** Runs a check on request; keeps the last result, and why the last attempt failed. */
export function useCheck<Answer>(check: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState('');
  const { busy, request } = useRequest();
  const run = () =>
    request({
      run: check,
      onDone: setAnswer,
      onFailure: (text) => {
        if (text) setAnswer(undefined);
        setFailure(text);
      },
    });
  return { answer, failure, busy, run };
}
