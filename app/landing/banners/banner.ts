/** A promotional banner (spec section 3). Times are ISO; an empty text or null is no bound. */
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

/** Where the banners of a store are read from. */
export const bannersPath = '/banners';

/** Milliseconds after load at which the pop-up opens (spec section 9). */
export const popupDelay = 5000;

/** Milliseconds a banner shows when the pop-up stays open by itself (spec section 9). */
export const bannerRotation = 4000;

/** Milliseconds after which the pop-up of the landing closes (spec section 9). */
export const landingAutoClose = 10_000;

function timeOf(value: string | null, unbounded: number): number {
  const time = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? unbounded : time;
}

/** The banners that are active and whose window contains now, by position (spec section 4). `now` is epoch ms. */
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
 * How long each banner shows, in ms: 4 s in a cycle without auto-close, else an equal share of the auto-close delay.
 * 0 when nothing moves: a single banner that stays.
 */
export function bannerShare(count: number, autoClose: number): number {
  if (autoClose > 0) return autoClose / Math.max(count, 1);
  return count > 1 ? bannerRotation : 0;
}
