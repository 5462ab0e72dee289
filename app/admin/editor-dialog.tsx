import { type ReactNode, useState } from 'react';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type EditorDialogProps = {
  title: string;
  /** Whether something was entered that is not saved; then closing asks first. */
  dirty: boolean;
  size?: 'regular' | 'large';
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog around a form. Closing it asks before anything entered is lost; what the form holds must live outside, since
 * only one of the two dialogs is there at a time.
 */
export function EditorDialog({ title, dirty, size = 'regular', onClose, children }: EditorDialogProps) {
  const t = useWords(adminWords);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog open={!asking} size={size} title={title} onClose={() => (dirty ? setAsking(true) : onClose())}>
        {children}
      </Dialog>
      <Dialog
        open={asking}
        size="small"
        title={t('leaveTitle')}
        description={t('leaveWhy')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('stay')}
            </Button>
            <Button variant="destructive" onClick={onClose}>
              {t('leave')}
            </Button>
          </>
        }
      />
    </>
  );
}
