import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type ToastContent, toast } from '#app/ui/toast.ts';
import { errorMessage } from './error-message.ts';

type Change<Result> = {
  work: () => Promise<Result>;
  /** Takes it back; offered in the toast that says it was done. */
  undo?: () => Promise<unknown>;
  /** What is said once it is done, of what came of it. */
  done?: string | ((result: Result) => Pick<ToastContent, 'title' | 'description'>);
  /** What is said when it was refused, before why. */
  failed: string;
};

/** Changes something at once, says so with a way back, and reads the page again. `change` answers with whether it was done. */
export function useChange() {
  const t = useTranslations('admin', adminMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const change = async <Result>({ work, undo, done, failed }: Change<Result>): Promise<boolean> => {
    setBusy(true);
    try {
      const result = await work();
      const action = undo && { label: t('undo'), onClick: () => void change({ work: undo, failed }) };
      const said = typeof done === 'string' ? { title: done } : done?.(result);
      if (said) toast({ ...said, ...(action && { action }) });
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
