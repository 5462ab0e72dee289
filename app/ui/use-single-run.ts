import { useEffect, useRef, useState } from 'react';

/** Milliseconds that a finished action stays visible. */
const doneDuration = 1_000;

/** State of an action: ready, running, or just finished. */
type RunState = 'ready' | 'busy' | 'done';

/**
 * Runs one action at a time and ignores clicks right after it, such as double clicks. The action returns
 * whether it did something.
 */
export function useSingleRun(): [RunState, (act: () => Promise<boolean>) => Promise<void>] {
  const [state, setState] = useState<RunState>('ready');
  const current = useRef<RunState>('ready');
  const update = (to: RunState) => {
    current.current = to;
    setState(to);
  };

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => {
      current.current = 'ready';
      setState('ready');
    }, doneDuration);
    return () => clearTimeout(timer);
  }, [state]);

  const run = async (act: () => Promise<boolean>) => {
    if (current.current !== 'ready') return;
    update('busy');
    let done = false;
    try {
      done = await act();
    } finally {
      update(done ? 'done' : 'ready');
    }
  };
  return [state, run];
}
