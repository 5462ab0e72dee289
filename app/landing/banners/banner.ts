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

/** Time per banner when the pop-up does not close by itself, in milliseconds (spec section 9). */
export const bannerRotation = 4000;

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

/**
 * Time per banner in milliseconds: 4 s without auto-close, else an equal share of the delay. 0 for a single banner that
 * stays.
 */
export function bannerDuration(count: number, autoClose: number): number {
  if (autoClose > 0) return autoClose / Math.max(count, 1);
  return count > 1 ? bannerRotation : 0;
}
