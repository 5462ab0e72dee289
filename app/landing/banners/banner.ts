/** A promotional banner (spec section 3). Times are ISO; '' or null means unbounded. */
export interface Banner {
  id: string;
  title: string;
  description: string;
  image_url: string;
  link_url: string;
  position: number;
  is_active: boolean;
  start_date: string | null;
  end_date: string | null;
}

/** Endpoint of a store's banners. */
export const bannersPath = '/banners';

/** Delay of the pop-up after load, in milliseconds (spec section 9). */
export const popupDelay = 5000;

/** Auto-close delay of the pop-up on the landing, in milliseconds (spec section 9). */
export const landingAutoClose = 10_000;

function timeOf(value: string | null, unbounded: number): number {
  const time = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? unbounded : time;
}

/** Active banners within their time window, by position (spec section 4). `now` is epoch milliseconds. */
export function bannersToShow(banners: readonly Banner[], now: number): Banner[] {
  return banners
    .filter((banner) => banner.is_active)
    .filter(
      ({ start_date, end_date }) =>
        timeOf(start_date, Number.NEGATIVE_INFINITY) <= now &&
        now < timeOf(end_date, Number.POSITIVE_INFINITY),
    )
    .sort((a, b) => a.position - b.position);
}
