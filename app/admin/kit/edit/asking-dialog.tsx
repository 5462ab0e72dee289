import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useUnsaved } from './unsaved.ts';

type AskingDialogProps = {
  title: string;
  description?: string;
  size?: 'small' | 'regular' | 'large';
  /** Something is entered that is not saved. */
  unsaved: boolean;
  onClose: () => void;
  /** Draws the form; `leave` is what its Cancel does. What the form holds must live outside, since the question takes its place. */
  children: (leave: () => void) => ReactNode;
};

/** A dialog around a short form, which asks before anything entered is lost. */
export function AskingDialog({
  title,
  description,
  size = 'regular',
  unsaved,
  onClose,
  children,
}: AskingDialogProps) {
  const [asking, setAsking] = useState(false);
  const leave = () => (unsaved ? setAsking(true) : onClose());
  useUnsaved(unsaved);
  return (
    <>
      <Dialog open={!asking} size={size} title={title} description={description} onClose={leave}>
        {children(leave)}
      </Dialog>
      <LeaveQuestion open={asking} onStay={() => setAsking(false)} onLeave={onClose} />
    </>
  );
}
