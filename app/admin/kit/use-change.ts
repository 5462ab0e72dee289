import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from './refusal.ts';

type Change = {
  work: () => Promise<unknown>;
  /** Takes it back; offered in the toast that says it was done. */
  undo?: () => Promise<unknown>;
  /** What is said once it is done. */
  done?: string;
  /** What is said when it was refused, before why. */
  failed: string;
};

/** Changes something at once, says so with a way back, and reads the page again. `change` answers with whether it was done. */
export function useChange() {
  const t = useTranslations('admin', adminMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const change = async ({ work, undo, done, failed }: Change): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      const action = undo && { label: t('undo'), onClick: () => void change({ work: undo, failed }) };
      if (done) toast({ title: done, ...(action && { action }) });
      return true;
    } catch (error) {
      toast({ title: failed, description: refusalOf(error), variant: 'destructive' });
      return false;
    } finally {
      await revalidate();
      setBusy(false);
    }
  };
  return { busy, change };
}
