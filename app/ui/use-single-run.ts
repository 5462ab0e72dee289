import { useEffect, useRef, useState } from 'react';

/** How long it is plain to see that something was done, in milliseconds. */
const shown = 1_000;

/** Whether an action may be asked for, is under way, or was just done. */
export type RunState = 'ready' | 'busy' | 'done';

/**
 * Runs one action at a time, and ignores presses right after it: people who double-click mean one. The action returns
 * whether it did something.
 */
export function useSingleRun(): [RunState, (act: () => Promise<boolean>) => Promise<void>] {
  const [state, setState] = useState<RunState>('ready');
  const current = useRef<RunState>('ready');
  const go = (to: RunState) => {
    current.current = to;
    setState(to);
  };

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => {
      current.current = 'ready';
      setState('ready');
    }, shown);
    return () => clearTimeout(timer);
  }, [state]);

  const run = async (act: () => Promise<boolean>) => {
    if (current.current !== 'ready') return;
    go('busy');
    let done = false;
    try {
      done = await act();
    } finally {
      go(done ? 'done' : 'ready');
    }
  };
  return [state, run];
}
