import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sameSitePath } from './model.ts';

/** Where somebody wanted to go, from `?next=`; '' for anything that leads elsewhere, and until the page is hydrated. */
export function useNextPath(): string {
  const [query] = useSearchParams();
  const asked = sameSitePath(query.get('next')) ?? '';
  const [next, setNext] = useState('');
  // The server renders these pages the same for everybody, so the address only counts in the browser.
  useEffect(() => setNext(asked), [asked]);
  return next;
}

/** A path of the auth group that keeps where somebody wanted to go. */
export function pathWithNext(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
