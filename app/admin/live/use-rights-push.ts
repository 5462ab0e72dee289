import { useEffect } from 'react';
import { pageSession, useSession } from '#app/auth/session.ts';
import { subscribe } from '#app/lib/realtime-topics.ts';
import { hasDirtyForm } from '../ui/edit/dirty-forms.ts';

/**
 * Reads the person's rights again as soon as somebody changes them; a page that is no longer theirs is left then. A form
 * with unsaved changes stays, and says at saving what is refused: nothing typed is lost.
 */
export function useRightsPush(): void {
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    // When the read fails, the next page asks again.
    return subscribe(`rights:${id}`, (event) => {
      if (event === 'joined' || event === 'lost' || hasDirtyForm()) return;
      void pageSession.refreshSession({ fresh: true }).catch(() => {});
    });
  }, [id]);
}
