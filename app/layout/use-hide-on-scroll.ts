import { useEffect, useState } from 'react';

/** Whether a bar that hides on scroll down and returns on scroll up is hidden now. */
export function useHideOnScroll(active: boolean): { hidden: boolean; atTop: boolean } {
  const [state, setState] = useState({ hidden: false, atTop: true });

  useEffect(() => {
    if (!active) return;
    let before = scrollY;
    const onScroll = () => {
      const now = Math.max(0, scrollY);
      const from = before;
      setState((known) => {
        const hidden = hides(known.hidden, from, now);
        const atTop = now < 8;
        return hidden === known.hidden && atTop === known.atTop ? known : { hidden, atTop };
      });
      before = now;
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [active]);

  return active ? state : { hidden: false, atTop: false };
}

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
