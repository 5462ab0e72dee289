/** Near the top the bar always shows. */
const topZone = 80;

/** Smaller movements are jitter, as of a finger or a bouncing page. */
const jitter = 4;

/** Whether the bar is hidden after a scroll from one offset to another, in px (spec section 2: board-game navigation). */
export function hides(hidden: boolean, before: number, now: number): boolean {
  if (now < topZone) return false;
  if (Math.abs(now - before) < jitter) return hidden;
  return now > before;
}
