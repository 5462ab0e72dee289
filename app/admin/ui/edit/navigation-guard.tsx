import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { addNavigationBlocker, isConfirmed } from '#app/lib/navigation-blocker.ts';
import { closesDirtyForm, useAnyDirtyForm } from './dirty-forms.ts';
import { LeaveQuestion } from './leave-question.tsx';

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
