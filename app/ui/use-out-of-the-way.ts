import { type RefObject, useEffect, useState } from 'react';

/** What nothing may float over: amounts, and everything that is pressed or typed into. A card is pressed all over. */
const kept = '[data-amount], button, input, select, textarea, summary, label, a:not(article a)';

/** Whether something to be kept free lies under an element, as far as the eye can tell: at nine points of it. */
function covers(floating: HTMLElement): boolean {
  const { left, top, width, height } = floating.getBoundingClientRect();
  const parts = [0.05, 0.5, 0.95];
  return parts.some((across) =>
    parts.some((down) =>
      document
        .elementsFromPoint(left + width * across, top + height * down)
        .some((element) => !floating.contains(element) && element.closest(kept) !== null),
    ),
  );
}

/** Whether an element that floats over the page has to step aside, because it would cover an amount or a control. */
export function useOutOfTheWay(floating: RefObject<HTMLElement | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (floating.current) setAside(covers(floating.current));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const changed = new ResizeObserver(soon);
    changed.observe(document.body);
    addEventListener('scroll', soon, { passive: true });
    soon();
    return () => {
      changed.disconnect();
      removeEventListener('scroll', soon);
      cancelAnimationFrame(frame);
    };
  }, [floating]);
  return aside;
}
