import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { undoDays } from '../undo.ts';

/** Maximum number of rows deleted without confirmation. */
export const mostUnasked = 10;

type AskDeleteProps = { count: number; busy: boolean; onDelete: () => void; onClose: () => void };

/** Asks before deleting many rows. */
export function AskDelete({ count, busy, onDelete, onClose }: AskDeleteProps) {
  const t = adminTexts();
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('deleteMany', { count })}
      description={t('deleteManyWhy', { days: undoDays })}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="destructive" busy={busy} onClick={onDelete}>
            {t('deleteCount', { count })}
          </Button>
        </>
      }
    />
  );
}
