import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type ToastContent, toast } from '#app/ui/toast.ts';
import { errorMessage } from './error-message.ts';

/** A change of stored data, with what is said of it. */
export type Change<Result, Key = string> = {
  run: () => Promise<Result>;
  /** Which of several buttons asks for it. */
  key?: Key;
  /** Undoes the change; offered in the success toast. */
  undo?: () => Promise<unknown>;
  /** Called once it succeeded, before the page's data is read again: closes its dialog, empties its field. */
  onDone?: () => void;
  /** Success message, or a function of the result. */
  done?: string | ((result: Result) => Omit<ToastContent, 'variant'>);
  /** What did not happen: the title of the error message. */
  failed: string;
  /** Shows the error beside what was typed, instead of as a toast. */
  onFailure?: (text: string) => void;
};

/**
 * Runs a change, reports the outcome and reloads the page's data, even after a failure, which may mean that the data is stale.
 * `change` returns whether it succeeded; `busyWith` is the key of the change that is under way.
 */
export function useChange<Key extends string = string>() {
  const t = useTranslations('admin', adminMessages);
  const { revalidate } = useRevalidator();
  const [running, setRunning] = useState<{ key?: Key | undefined } | null>(null);
  const change = async <Result>(asked: Change<Result, Key>): Promise<boolean> => {
    const { run, key, undo, onDone, done, failed, onFailure } = asked;
    setRunning({ key });
    try {
      const result = await run();
      const action = undo && { label: t('undo'), onClick: () => void change({ run: undo, failed }) };
      const content = typeof done === 'string' ? { title: done } : done?.(result);
      if (content) toast({ ...content, ...(action && { action }) });
      onDone?.();
      return true;
    } catch (error) {
      const why = errorMessage(error);
      if (onFailure) onFailure(`${failed}. ${why}`);
      else toast({ title: failed, description: why, variant: 'destructive' });
      return false;
    } finally {
      await revalidate();
      setRunning(null);
    }
  };
  return { busy: running !== null, busyWith: running?.key, change };
}
