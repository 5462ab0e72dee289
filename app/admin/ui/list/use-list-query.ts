import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { changedQuery } from './url-state.ts';

/** The query requested last: parts of a page render at different times, and each must add to the others' changes. */
const asked = { search: '' };

/**
 * Returns the query of a list, including that of a pending navigation, and a setter. Changes in quick
 * succession accumulate, however long each takes to load.
 */
export function useListQuery() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: pending } = useNavigation();
  const [current] = useSearchParams();
  const search = pending?.pathname === pathname ? pending.search : `?${current}`;
  useEffect(() => {
    asked.search = search;
  }, [search]);
  const change = (changes: Record<string, string>) => {
    asked.search = changedQuery(new URLSearchParams(asked.search), changes);
    void navigate(asked.search, { replace: true, preventScrollReset: true });
  };
  return { query: new URLSearchParams(search), change };
}
