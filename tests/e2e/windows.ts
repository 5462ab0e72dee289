import { test } from './fixtures.ts';
import { plainHost } from './plain-host.ts';

export interface Window {
  width: number;
  height: number;
}

/** The two windows that most browser tests are told in. */
export const phone: Window = { width: 360, height: 780 };
export const desk: Window = { width: 1280, height: 900 };

/**
 * What a test says of itself that is told of several brands or windows alike: one of them is looked at every day, the others
 * are for the sweeps.
 */
export const daily = (isDaily: boolean): { tag?: string } => (isDaily ? {} : { tag: '@sweep' });

/** Tells tests in a window of some size. */
export function inWindow(window: Window, tell: () => void, isDaily = true): void {
  test.describe(`at ${window.width} px`, daily(isDaily), () => {
    test.use({ viewport: window });
    tell();
  });
}

/** How a store that prints is bought in. */
export interface WayToBuy {
  brand: string;
  /** A store whose staff must not see the order. */
  otherBrand: string;
  payment: string;
  width: number;
}

const stores = [
  { brand: 'inkthread', otherBrand: 'duoworks', payment: 'Cash on delivery', window: phone, plainHost },
  { brand: 'duoworks', otherBrand: 'inkthread', payment: 'Bank transfer', window: desk, plainHost: '' },
];

/**
 * Tells a purchase in both stores that print, each with its way of paying: every day on a phone that reaches the store over
 * plain http, in the sweeps at a desk.
 */
export function inEveryWayToBuy(tell: (way: WayToBuy) => void): void {
  for (const { window, plainHost, ...store } of stores) {
    inWindow(
      window,
      () => {
        test.use({ plainHost });
        tell({ ...store, width: window.width });
      },
      window === phone,
    );
  }
}
