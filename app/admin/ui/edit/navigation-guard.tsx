import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { addNavigationBlocker, isConfirmed } from '#app/lib/navigation-blocker.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { closesDirtyForm, useAnyDirtyForm } from './dirty-forms.ts';

/**
 * Asks before signing out, navigating or closing the window with unsaved changes in any form. Rendered once,
 * because the router supports one blocker at a time.
 */
export function NavigationGuard() {
  const dirty = useAnyDirtyForm();
  const [answer, setAnswer] = useState<(leave: boolean) => void>();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isConfirmed(nextLocation.state) && closesDirtyForm(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const removeBlocker = addNavigationBlocker(() => new Promise((done) => setAnswer(() => done)));
    return () => {
      removeEventListener('beforeunload', warn);
      removeBlocker();
    };
  }, [dirty]);
  if (blocker.state === 'blocked') {
    return <LeaveQuestion open onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
  }
  if (!answer) return null;
  const answerWith = (leave: boolean) => {
    setAnswer(undefined);
    answer(leave);
  };
  return <LeaveQuestion open onStay={() => answerWith(false)} onLeave={() => answerWith(true)} />;
}

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
