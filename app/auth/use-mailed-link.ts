import { useEffect, useState } from 'react';
import { mailedLinkOf, type OpenedLink, openMailedLink } from './mailed-link.ts';
import { pageSession } from './session.ts';

/** `reading` until hydration; `none` when no emailed link led to the page. */
export type LinkState = 'reading' | 'none' | 'opening' | OpenedLink | 'unreachable';

/** Opens the emailed link that led to the page. `retry` tries again after `unreachable`. */
export function useMailedLink(type: 'recovery' | 'signup'): { state: LinkState; retry: () => void } {
  const [state, setState] = useState<LinkState>('reading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const url = new URL(location.href);
    const link = mailedLinkOf(url);
    if (!link) return setState('none');
    let cancelled = false;
    setState('opening');
    const open = async () => {
      const opened = await openMailedLink(url, link, type);
      if (opened === 'open') await pageSession.refreshSession();
      return opened;
    };
    open().then(
      (opened) => !cancelled && setState(opened),
      () => !cancelled && setState('unreachable'),
    );
    return () => {
      cancelled = true;
    };
  }, [type, attempt]);
  return { state, retry: () => setAttempt(attempt + 1) };
}
