/** Width of a carousel card if it fits, and the gap after it, in pixels (docs/product.md, Featured products). */
export const cardWidth = 320;
export const cardGap = 32;

/**
 * Scroll offset of the next card, wrapping around to the start. Offsets are pixels from the start edge; `step` is a
 * card's width with its gap.
 */
export function nextStop(offset: number, furthest: number, step: number): number {
  if (offset >= furthest - 1) return 0;
  return Math.min(furthest, (Math.round(offset / step) + 1) * step);
}

/** Scroll offset of the previous card, wrapping around to the end. */
export function previousStop(offset: number, furthest: number, step: number): number {
  if (offset <= 1) return furthest;
  return Math.max(0, (Math.ceil((offset - 1) / step) - 1) * step);
}
