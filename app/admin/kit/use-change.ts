import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type ToastContent, toast } from '#app/ui/toast.ts';
import { errorMessage } from './error-message.ts';

/** A change of stored data, with what is said of it. */
export type Change<Result> = {
  run: () => Promise<Result>;
  /** Undoes the change; offered in the success toast. */
  undo?: () => Promise<unknown>;
  /** Success message, or a function of the result. */
  done?: string | ((result: Result) => Pick<ToastContent, 'title' | 'description'>);
  /** Title of the error message. */
  failed: string;
};

/**
 * Runs a change, shows a toast with undo, and reloads the page's data. `change` returns whether it
 * succeeded.
 */
export function useChange() {
  const t = useTranslations('admin', adminMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const change = async <Result>({ run, undo, done, failed }: Change<Result>): Promise<boolean> => {
    setBusy(true);
    try {
      const result = await run();
      const action = undo && { label: t('undo'), onClick: () => void change({ run: undo, failed }) };
      const content = typeof done === 'string' ? { title: done } : done?.(result);
      if (content) toast({ ...content, ...(action && { action }) });
      return true;
    } catch (error) {
      toast({ title: failed, description: errorMessage(error), variant: 'destructive' });
      return false;
    } finally {
      await revalidate();
      setBusy(false);
    }
  };
  return { busy, change };
}
