import { useLocation, useNavigate, useNavigation } from 'react-router';
import { type FixedFilters, type ListingQuery, listingSearch, parseListing } from './listing-query.ts';

/** The chosen filters and the functions that change them. */
export interface Filters {
  /** The chosen query, also while its products are loading. */
  chosen: ListingQuery;
  /** True while the products of a new query are loading. */
  pending: boolean;
  show(query: ListingQuery): void;
  /** Reads a filter form and shows the first page of its query. */
  submit(form: HTMLFormElement): void;
}

/** Keeps the filters in the URL: choosing one navigates. */
export function useFilters(query: ListingQuery, fixed: FixedFilters): Filters {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { location } = useNavigation();
  const pending = location?.pathname === pathname;
  const chosen = pending ? parseListing(new URLSearchParams(location.search), fixed) : query;
  const show = (next: ListingQuery) => {
    const search = listingSearch(next, fixed);
    navigate({ pathname, search }, { preventScrollReset: next.page === query.page });
  };
  return {
    chosen,
    pending,
    show,
    submit(form) {
      const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      show({ ...parseListing(new URLSearchParams(pairs), fixed), page: 1 });
    },
  };
}
