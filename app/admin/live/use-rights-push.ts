import { useEffect } from 'react';
import { pageSession, useSession } from '#app/auth/session.ts';
import { subscribe } from '#app/lib/realtime-topics.ts';

/** Reads the person's rights again as soon as somebody changes them; a page that is no longer theirs is left then. */
export function useRightsPush(): void {
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    // When the read fails, the next page asks again.
    return subscribe(`rights:${id}`, () => void pageSession.refreshSession({ fresh: true }).catch(() => {}));
  }, [id]);
}
