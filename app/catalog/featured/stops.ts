/** Width of a carousel card, where there is room for it, and the gap after it, in px (spec section 9). */
export const cardWidth = 320;
export const cardGap = 32;

/**
 * Scroll offset one card on; from the end it wraps around to the start. Offsets are px from the start edge, `step` is the
 * width of a card with its gap.
 */
export function nextStop(offset: number, furthest: number, step: number): number {
  if (offset >= furthest - 1) return 0;
  return Math.min(furthest, (Math.round(offset / step) + 1) * step);
}

/** Scroll offset one card back; from the start it wraps around to the end. */
export function previousStop(offset: number, furthest: number, step: number): number {
  if (offset <= 1) return furthest;
  return Math.max(0, (Math.ceil((offset - 1) / step) - 1) * step);
}
