import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { changedQuery } from './url-state.ts';

/**
 * What the address asks of a list, already while the list is read, and what changes it: choices that are made one after
 * the other add up, however long each of them takes to read.
 */
export function useListQuery() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  const [settled] = useSearchParams();
  const asked = coming?.pathname === pathname ? coming.search : `?${settled}`;
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = asked;
  }, [asked]);
  const change = (changes: Record<string, string>) => {
    latest.current = changedQuery(new URLSearchParams(latest.current), changes);
    void navigate(latest.current, { replace: true, preventScrollReset: true });
  };
  return { query: new URLSearchParams(asked), change };
}
