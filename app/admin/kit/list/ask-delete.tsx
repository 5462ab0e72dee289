import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { undoDays } from '../undo.ts';

/** Maximum number of rows deleted without confirmation. */
export const mostUnasked = 10;

type AskDeleteProps = { count: number; busy: boolean; onDelete: () => void; onClose: () => void };

/** Asks before deleting many rows. */
export function AskDelete({ count, busy, onDelete, onClose }: AskDeleteProps) {
  const t = useTranslations('admin', adminMessages);
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
