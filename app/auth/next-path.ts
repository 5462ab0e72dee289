import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sameSitePath } from './model.ts';

/** Path to return to, from `?next=`; '' for a path outside this site, and until hydration. */
export function useNextPath(): string {
  const [query] = useSearchParams();
  const requested = sameSitePath(query.get('next')) ?? '';
  const [next, setNext] = useState('');
  // These pages are cached for everybody, so the query is read only in the browser.
  useEffect(() => {
    setNext(requested);
  }, [requested]);
  return next;
}

/** Adds `next` to a path of the sign-in pages. */
export function pathWithNext(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
