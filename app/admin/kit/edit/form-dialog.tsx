import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { LeaveQuestion } from './leave-question.tsx';

type FormDialogProps = {
  title: ReactNode;
  description?: string;
  size?: 'small' | 'regular' | 'large';
  /** The form has unsaved changes. */
  dirty: boolean;
  onClose: () => void;
  /**
   * Renders the form; `cancel` is the handler of its Cancel button. Form state must live outside, because
   * the discard question replaces the form.
   */
  children: (cancel: () => void) => ReactNode;
};

/** A dialog for a short form, which asks before discarding changes. */
export function FormDialog({
  title,
  description,
  size = 'regular',
  dirty,
  onClose,
  children,
}: FormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = () => (dirty ? setIsAsking(true) : onClose());
  useDirtyForm(dirty);
  return (
    <>
      <Dialog open={!isAsking} size={size} title={title} description={description} onClose={cancel}>
        {children(cancel)}
      </Dialog>
      <LeaveQuestion open={isAsking} onStay={() => setIsAsking(false)} onLeave={onClose} />
    </>
  );
}
