import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Id of the main content. */
export const contentId = 'content';

/** Moves the focus to the new page's content after a navigation. */
export function FocusContent() {
  const { pathname } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const content = document.getElementById(contentId);
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
