import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { undoEntries } from '../kit/undo.ts';
import { useChange } from '../kit/use-change.ts';

type Words = { done: (count: number) => string; failed: string };

/** Undoes entries of the log, says what came back and what did not, and reads the page again. */
export function useUndo() {
  const t = useTranslations('admin-audit', adminAuditMessages);
  const { busy, change } = useChange();
  const undo = (ids: readonly number[], { done, failed }: Words) =>
    change({
      work: () => undoEntries(ids),
      done: ({ undone, left, why }) => ({
        title: done(undone),
        description: left > 0 ? t('undoLeft', { count: left, why }) : undefined,
      }),
      failed,
    });
  return { busy, undo };
}
