import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { fragmentId } from './fragment.ts';
import { contentId } from './skip-link.tsx';

/** The keyboard and screen readers begin at the new page, not at the link that led there, which may stand in the footer. */
function beginContent() {
  const content = document.getElementById(contentId);
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}

/**
 * Scrolls to the top whenever the route changes (spec section 2); an address with a fragment goes to its element, as often
 * as somebody follows it.
 */
export function ScrollToTop() {
  const { pathname, hash, key } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    const changed = before.current !== pathname;
    before.current = pathname;
    const target = hash ? document.getElementById(fragmentId(hash)) : null;
    if (target) target.scrollIntoView();
    else if (changed) {
      scrollTo(0, 0);
      beginContent();
    }
  }, [pathname, hash, key]);

  return null;
}
