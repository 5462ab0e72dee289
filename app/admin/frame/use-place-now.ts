import { useLocation, useNavigation } from 'react-router';
import { placeOf } from '../live/place.ts';

/** The page that is shown and, while one is fetched, the one that comes. */
export function usePlaceNow(): string {
  const { pathname, search } = useLocation();
  const { location: coming } = useNavigation();
  const next = coming ?? { pathname, search };
  return `${placeOf(pathname, search)} ${placeOf(next.pathname, next.search)}`;
}
