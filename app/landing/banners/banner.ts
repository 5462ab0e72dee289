/** A promotional banner (docs/product.md, Banners). Times are ISO; '' or null means unbounded. */
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

/** Delay of the pop-up after load, in milliseconds (docs/product.md, Banners). */
export const popupDelay = 5000;

/** Auto-close delay of the pop-up on the landing, in milliseconds (docs/product.md, Banners). */
export const landingAutoClose = 10_000;

function timeOf(value: string | null, unbounded: number): number {
  const time = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? unbounded : time;
}

/** Active banners within their time window, by position (docs/product.md, Banners). `now` is epoch milliseconds. */
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
