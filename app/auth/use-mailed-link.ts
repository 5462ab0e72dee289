import { useEffect, useState } from 'react';
import { mailedLinkOf, type OpenedLink, openMailedLink } from './mailed-link.ts';
import { refreshSession } from './session.ts';

/** `reading` until the page is hydrated, `none` on a page that no message led to. */
export type LinkState = 'reading' | 'none' | 'opening' | OpenedLink | 'unreachable';

/** Opens the link that led here, if one did. What could not be reached is tried again with `retry`. */
export function useMailedLink(type: 'recovery' | 'signup'): { state: LinkState; retry: () => void } {
  const [state, setState] = useState<LinkState>('reading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const url = new URL(location.href);
    const link = mailedLinkOf(url);
    if (!link) return setState('none');
    let gone = false;
    setState('opening');
    const open = async () => {
      const opened = await openMailedLink(url, link, type);
      if (opened === 'open') await refreshSession();
      return opened;
    };
    open().then(
      (opened) => !gone && setState(opened),
      () => !gone && setState('unreachable'),
    );
    return () => {
      gone = true;
    };
  }, [type, attempt]);
  return { state, retry: () => setAttempt(attempt + 1) };
}
