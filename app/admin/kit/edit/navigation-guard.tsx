import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { addNavigationBlocker, isConfirmed } from '#app/lib/navigation-blocker.ts';
import { closesDirtyForm, useAnyDirtyForm } from './dirty-forms.ts';
import { LeaveQuestion } from './leave-question.tsx';

/**
 * Asks before somebody signs out, or leaves a page, a tab of it or the window, with something unsaved, whichever form it is
 * in. Once, in the frame: the router knows one blocker at a time.
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
    const stopAsking = addNavigationBlocker(() => new Promise((done) => setAnswer(() => done)));
    return () => {
      removeEventListener('beforeunload', warn);
      stopAsking();
    };
  }, [dirty]);
  if (blocker.state === 'blocked') {
    return <LeaveQuestion open onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
  }
  if (!answer) return null;
  const settle = (leave: boolean) => {
    setAnswer(undefined);
    answer(leave);
  };
  return <LeaveQuestion open onStay={() => settle(false)} onLeave={() => settle(true)} />;
}
