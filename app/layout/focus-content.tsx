import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Id of what a page shows, past the header. */
export const contentId = 'content';

/** The keyboard and screen readers begin at the new page, not at the link that led there, which may stand in the footer. */
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
