import { useEffect, useState } from 'react';

/** Whether a bar that hides on scroll down and returns on scroll up is hidden. */
export function useHideOnScroll(active: boolean): { hidden: boolean; atTop: boolean } {
  const [state, setState] = useState({ hidden: false, atTop: true });

  useEffect(() => {
    if (!active) return;
    let before = scrollY;
    const onScroll = () => {
      const now = Math.max(0, scrollY);
      const from = before;
      setState((previous) => {
        const hidden = isHiddenAfter(previous.hidden, from, now);
        const atTop = now < 8;
        return hidden === previous.hidden && atTop === previous.atTop ? previous : { hidden, atTop };
      });
      before = now;
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [active]);

  return active ? state : { hidden: false, atTop: false };
}

/** Distance from the top, in pixels, within which the bar is always visible. */
const topZone = 80;

/** Smaller movements are ignored, such as those of a bouncing page. */
const jitter = 4;

/**
 * Whether the bar is hidden after scrolling between two offsets, in pixels (docs/product.md, Landing).
 */
export function isHiddenAfter(hidden: boolean, before: number, now: number): boolean {
  if (now < topZone) return false;
  if (Math.abs(now - before) < jitter) return hidden;
  return now > before;
}
