import { type ComponentProps, type ReactNode, useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { LeaveQuestion } from './navigation-guard.tsx';

type FormDialogProps = ComponentProps<typeof DialogForm> & {
  title: ReactNode;
  description?: string;
  size?: 'small' | 'regular' | 'large';
  /** The form has unsaved changes. */
  dirty: boolean;
  /** Label of the button that closes the dialog without the change. */
  cancel?: string;
  /** Shown above the form. */
  above?: ReactNode;
  /** Shown instead of the form. */
  instead?: ReactNode;
  onClose: () => void;
};

/**
 * A dialog with a form, which asks before discarding changes. The form's state must live outside, because the discard question
 * replaces the form.
 */
export function FormDialog(props: FormDialogProps) {
  const t = adminTexts();
  const {
    title,
    description,
    size,
    dirty,
    cancel = t('cancel'),
    above,
    instead,
    onClose,
    buttons,
    ...form
  } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (dirty ? setIsAsking(true) : onClose());
  useDirtyForm(dirty);
  return (
    <>
      <Dialog open={!isAsking} size={size} title={title} description={description} onClose={close}>
        {above}
        {instead ?? (
          <DialogForm
            {...form}
            buttons={
              <>
                <Button variant="quiet" onClick={close}>
                  {cancel}
                </Button>
                {buttons}
              </>
            }
          />
        )}
      </Dialog>
      <LeaveQuestion open={isAsking} onStay={() => setIsAsking(false)} onLeave={onClose} />
    </>
  );
}
