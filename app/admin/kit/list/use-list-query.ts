import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { changedQuery } from './url-state.ts';

/**
 * Returns the query of a list, including that of a pending navigation, and a setter. Changes made in quick
 * succession add up, however long each takes to load.
 */
export function useListQuery() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: pending } = useNavigation();
  const [current] = useSearchParams();
  const search = pending?.pathname === pathname ? pending.search : `?${current}`;
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = (changes: Record<string, string>) => {
    latest.current = changedQuery(new URLSearchParams(latest.current), changes);
    void navigate(latest.current, { replace: true, preventScrollReset: true });
  };
  return { query: new URLSearchParams(search), change };
}
