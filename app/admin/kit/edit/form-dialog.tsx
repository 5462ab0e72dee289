import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { LeaveQuestion } from './leave-question.tsx';

type FormDialogProps = {
  title: string;
  description?: string;
  size?: 'small' | 'regular' | 'large';
  /** Something is entered that is not saved. */
  dirty: boolean;
  onClose: () => void;
  /** Draws the form; `leave` is what its Cancel does. What the form holds must live outside, since the question takes its place. */
  children: (leave: () => void) => ReactNode;
};

/** A dialog around a short form, which asks before anything entered is lost. */
export function FormDialog({
  title,
  description,
  size = 'regular',
  dirty,
  onClose,
  children,
}: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  const leave = () => (dirty ? setAsking(true) : onClose());
  useDirtyForm(dirty);
  return (
    <>
      <Dialog open={!asking} size={size} title={title} description={description} onClose={leave}>
        {children(leave)}
      </Dialog>
      <LeaveQuestion open={asking} onStay={() => setAsking(false)} onLeave={onClose} />
    </>
  );
}
