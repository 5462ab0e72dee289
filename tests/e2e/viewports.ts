import { test } from './fixtures.ts';
import { plainHost } from './plain-host.ts';

export interface Viewport {
  width: number;
  height: number;
}

/** The two viewports of most browser tests. */
export const phone: Viewport = { width: 360, height: 780 };
export const desk: Viewport = { width: 1280, height: 900 };

/** Details of a test that only the sweeps run unless this holds. */
export const sweepUnless = (condition: boolean): { tag?: string } => (condition ? {} : { tag: '@sweep' });

/** Defines tests at a viewport, which only the sweeps run unless they are for every day. */
export function atViewport(viewport: Viewport, define: () => void, everyDay = true): void {
  test.describe(`at ${viewport.width} px`, sweepUnless(everyDay), () => {
    test.use({ viewport });
    define();
  });
}

/** A store that prints, and how tests buy in it. */
export interface PrintingStore {
  brand: string;
  /** A store whose staff must not see the order. */
  otherBrand: string;
  payment: string;
  width: number;
}

const stores = [
  { brand: 'inkthread', otherBrand: 'duoworks', payment: 'Cash on delivery', viewport: phone, plainHost },
  { brand: 'duoworks', otherBrand: 'inkthread', payment: 'Bank transfer', viewport: desk, plainHost: '' },
];

/**
 * Defines tests of a purchase in both stores that print, each with its payment method: every day on a phone that reaches
 * the store over plain http, in the sweeps at a desk.
 */
export function forEachPrintingStore(define: (store: PrintingStore) => void): void {
  for (const { viewport, plainHost, ...store } of stores) {
    atViewport(
      viewport,
      () => {
        test.use({ plainHost });
        define({ ...store, width: viewport.width });
      },
      viewport === phone,
    );
  }
}
