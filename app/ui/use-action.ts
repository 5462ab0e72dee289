import { startTransition, useEffect, useRef, useState } from 'react';
import { type ToastContent, toast } from './toast.ts';
import { useIsMounted } from './use-is-mounted.ts';

/** An action of a person on a page, with its messages. */
export type Action<Result, Key = string> = {
  run: () => Promise<Result>;
  /** Identifies the button, if there are several. */
  key?: Key;
  /** Undoes it; offered in the success toast. */
  undo?: () => Promise<unknown>;
  /** Message after undoing. */
  undone?: string;
  /** Title of the error message when undoing fails; else that of `failed`. */
  undoFailed?: string;
  /** Called once it succeeded, before the page's data is read again: closes its dialog, empties its field. */
  onDone?: (result: Result) => void;
  /** Success message, or a function of the result. */
  done?: string | ((result: Result) => ToastContent | undefined);
  /** What did not happen: the title of the error message. */
  failed?: string;
  /** Shows the error beside the input instead of as a toast; called with '' when the action starts. */
  onFailure?: (text: string, error: unknown) => void;
  /** Whether success leaves the page: the button stays busy, and nothing is read again. */
  leaves?: boolean;
};

/** Options shared by the actions of an area. */
type ActionContext = {
  /** Explains an error in the page's language. */
  explain: (error: unknown) => string;
  /** Reads the page's data again; never rejects. */
  readAgain?: (() => Promise<unknown>) | undefined;
  undoLabel?: string;
};

type Performed = { ok: boolean; problem?: ToastContent };

/** Runs an action and reports its outcome. An error becomes a toast if `isMounted` says that its place is gone. */
export async function performAction<Result, Key>(
  { run, undo, undone, onDone, done, failed, undoFailed = failed, onFailure }: Action<Result, Key>,
  { explain, undoLabel = '' }: ActionContext,
  isMounted: () => boolean,
  onUndo: (undoing: Action<unknown, Key>) => void,
): Promise<Performed> {
  onFailure?.('', undefined);
  try {
    const result = await run();
    const action = undo && {
      label: undoLabel,
      onClick: () =>
        onUndo({
          run: undo,
          ...(undone !== undefined && { done: undone }),
          ...(undoFailed !== undefined && { failed: undoFailed }),
        }),
    };
    const content = typeof done === 'string' ? { title: done } : done?.(result);
    if (content) toast({ ...content, ...(action && { action }) });
    if (isMounted()) onDone?.(result);
    return { ok: true };
  } catch (error) {
    const why = explain(error);
    const problem: ToastContent = {
      title: failed ?? why,
      variant: 'destructive',
      ...(failed !== undefined && { description: why }),
    };
    if (!onFailure || !isMounted()) {
      toast(problem);
      return { ok: false };
    }
    onFailure(failed === undefined ? why : `${failed}. ${why}`, error);
    return { ok: false, problem };
  }
}

/**
 * Runs actions, reports their outcome and reads the page's data again, even after a failure, because the data may be
 * stale. `act` returns whether it succeeded; `busyWith` is the key of the running action.
 */
export function useAction<Key extends string = string>(context: ActionContext) {
  const [running, setRunning] = useState<{ key?: Key | undefined } | null>(null);
  const isMounted = useIsMounted();
  /** An error shown until the page's data has been read again, which may remove its place. */
  const shown = useRef<ToastContent>(undefined);
  useEffect(() => {
    if (!running) shown.current = undefined;
  }, [running]);
  useEffect(
    () => () => {
      if (shown.current) toast(shown.current);
    },
    [],
  );
  const act = async <Result>(action: Action<Result, Key>): Promise<boolean> => {
    setRunning({ key: action.key });
    const { ok, problem } = await performAction(action, context, isMounted, (undoing) => void act(undoing));
    shown.current = problem;
    if (ok && action.leaves) return true;
    await context.readAgain?.();
    // Loader data arrives in a transition too: the button is busy until the page shows it.
    startTransition(() => setRunning(null));
    return ok;
  };
  return { busy: running !== null, busyWith: running?.key, act };
}
