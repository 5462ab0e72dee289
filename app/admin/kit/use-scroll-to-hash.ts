import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the part of a page that its URL names, once the page is there and each time a link leads there. */
export function useScrollToHash(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [location]);
}
