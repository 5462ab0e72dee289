import { useEffect } from 'react';
import { pageSession, useSession } from '#app/auth/session.ts';
import { subscribe } from '#app/lib/realtime-topics.ts';

/**
 * Reads the person's rights again as soon as somebody changes them; a page that is no longer theirs is left then, unless
 * something typed would be lost: what is refused is then said at saving.
 * @param hasUnsaved whether the page has unsaved changes; the same function each time
 */
export function useRightsPush(hasUnsaved: () => boolean): void {
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    // When the read fails, the next page asks again.
    return subscribe(`rights:${id}`, (event) => {
      if (event === 'joined' || event === 'lost' || hasUnsaved()) return;
      void pageSession.refreshSession({ fresh: true }).catch(() => {});
    });
  }, [id, hasUnsaved]);
}
