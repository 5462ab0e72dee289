import { useBeforeUnload, useBlocker } from 'react-router';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { placeOf } from '../live/place.ts';

/** Asks before somebody leaves a page, or a tab of it, with changes that are not saved. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const t = useWords(adminWords);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && placeOf(from.pathname, from.search) !== placeOf(to.pathname, to.search),
  );
  useBeforeUnload((event) => {
    if (dirty) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      size="small"
      onClose={() => blocker.reset()}
      title={t('leaveTitle')}
      description={t('leaveWhy')}
      actions={
        <>
          <Button variant="quiet" onClick={() => blocker.reset()}>
            {t('stay')}
          </Button>
          <Button variant="destructive" onClick={() => blocker.proceed()}>
            {t('leave')}
          </Button>
        </>
      }
    />
  );
}
