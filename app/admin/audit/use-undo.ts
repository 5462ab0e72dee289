import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../kit/refusal.ts';
import { undoEntries } from '../kit/undo.ts';

type Words = { done: (count: number) => string; failed: string };

/** Undoes entries of the log, says what came back and what did not, and reads the page again. */
export function useUndo() {
  const t = useTranslations('admin-audit', adminAuditMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const undo = async (ids: readonly number[], { done, failed }: Words): Promise<boolean> => {
    setBusy(true);
    try {
      const { undone, left, why } = await undoEntries(ids);
      toast({
        title: done(undone),
        description: left > 0 ? t('undoLeft', { count: left, why }) : undefined,
      });
      return true;
    } catch (error) {
      toast({ title: failed, description: refusalOf(error), variant: 'destructive' });
      return false;
    } finally {
      await revalidate();
      setBusy(false);
    }
  };
  return { busy, undo };
}
