import { useLocation, useNavigate, useNavigation } from 'react-router';
import { type FixedFilters, type ListingQuery, listingSearch, parseListing } from './listing-query.ts';

/** The filters as the person just set them, and the way to set them. */
export interface Filters {
  /** What is chosen, also while its products are still on their way. */
  chosen: ListingQuery;
  /** The products of a new choice are on their way. */
  pending: boolean;
  show(query: ListingQuery): void;
  /** Reads a filter form and shows what it asks for, from the first page. */
  submit(form: HTMLFormElement): void;
}

/** Filters live in the address: choosing one goes there. */
export function useFilters(query: ListingQuery, fixed: FixedFilters): Filters {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { location } = useNavigation();
  const pending = location?.pathname === pathname;
  const chosen = pending ? parseListing(new URLSearchParams(location.search), fixed) : query;
  const show = (wanted: ListingQuery) => {
    const search = listingSearch(wanted, fixed);
    navigate({ pathname, search }, { preventScrollReset: wanted.page === query.page });
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
