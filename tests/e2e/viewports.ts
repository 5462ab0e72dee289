import { test } from './fixtures.ts';

export interface Viewport {
  width: number;
  height: number;
}

/** The two viewports of most browser tests. */
export const phone: Viewport = { width: 360, height: 780 };
export const desk: Viewport = { width: 1280, height: 900 };

/** Details of a test that only the sweeps run, unless this is true. */
export const sweepUnless = (condition: boolean): { tag?: string } => (condition ? {} : { tag: '@sweep' });

/** Defines tests at a viewport. */
export function atViewport(viewport: Viewport, define: () => void): void {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    define();
  });
}
