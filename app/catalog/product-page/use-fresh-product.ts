import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** How often an open page asks whether its product changed. */
const seconds = 20;

/**
 * Keeps an open product page in step with the store: it asks again while somebody looks at it and as soon as they come
 * back to it. The answer comes from the page cache, which the database keeps fresh.
 */
export function useFreshProduct(): void {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate]);
}
