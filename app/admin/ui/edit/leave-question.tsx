import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LeaveQuestionProps = { open: boolean; onStay: () => void; onLeave: () => void };

/** Asks whether unsaved changes may be discarded. */
export function LeaveQuestion({ open, onStay, onLeave }: LeaveQuestionProps) {
  const t = adminTexts();
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onStay}
      title={t('leaveTitle')}
      description={t('leaveWhy')}
      actions={
        <>
          <Button variant="quiet" onClick={onStay}>
            {t('stay')}
          </Button>
          <Button variant="destructive" onClick={onLeave}>
            {t('leave')}
          </Button>
        </>
      }
    />
  );
}
