import { adminAuditTexts } from '#app/i18n/texts/admin-audit.ts';
import { undoEntries } from '../ui/undo.ts';
import { useChange } from '../ui/use-change.ts';

type Undoing = {
  /** Keeps the other changes made in the same step. */
  alone?: boolean;
  done: (count: number) => string;
  failed: string;
};

/** Undoes audit log entries, reports which rows were restored, and reloads the page's data. */
export function useUndo() {
  const t = adminAuditTexts();
  const { busy, change } = useChange();
  const undo = (ids: readonly number[], { alone = false, done, failed }: Undoing) =>
    change({
      run: () => undoEntries(ids, { alone }),
      done: ({ undone, left, why }) => ({
        title: done(undone),
        description: left > 0 ? t('undoLeft', { count: left, why }) : undefined,
      }),
      failed,
    });
  return { busy, undo };
}
