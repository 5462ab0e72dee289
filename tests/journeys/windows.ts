import { test } from './fixtures.ts';

export interface Window {
  width: number;
  height: number;
}

/** The two windows that most journeys are told in. */
export const phone: Window = { width: 360, height: 780 };
export const desk: Window = { width: 1280, height: 900 };

/** Tells journeys in a window of some size. */
export function inWindow(window: Window, tell: () => void): void {
  test.describe(`at ${window.width} px`, () => {
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
  { brand: 'inkthread', otherBrand: 'duoworks', payment: 'Cash on delivery' },
  { brand: 'duoworks', otherBrand: 'inkthread', payment: 'Bank transfer' },
];

/** Tells a journey of both stores that print, each with its way of paying, on a phone and at a desk. */
export function inEveryWayToBuy(tell: (way: WayToBuy) => void): void {
  for (const store of stores) {
    for (const window of [phone, desk]) inWindow(window, () => tell({ ...store, width: window.width }));
  }
}
