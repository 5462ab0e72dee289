import { useEffect, useState } from 'react';
import { hides } from './hide-on-scroll.ts';

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
