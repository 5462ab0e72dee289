import { type RefObject, useEffect, useState } from 'react';

/**
 * Content that floating elements must not cover: amounts, controls and fields. A card is a link as a whole,
 * so its area is not protected.
 */
const protectedContent = '[data-amount], button, input, select, textarea, summary, label, a:not(article a)';

/** Returns whether protected content lies under an element, sampled at nine points. */
function coversContent(floating: HTMLElement): boolean {
  const { left, top, width, height } = floating.getBoundingClientRect();
  const parts = [0.05, 0.5, 0.95];
  return parts.some((across) =>
    parts.some((down) =>
      document
        .elementsFromPoint(left + width * across, top + height * down)
        .some((element) => !floating.contains(element) && element.closest(protectedContent) !== null),
    ),
  );
}

/** Returns whether a floating element covers an amount or a control and should be hidden. */
export function useCoversContent(floating: RefObject<HTMLElement | null>): boolean {
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    let frame = 0;
    const check = () => {
      frame = 0;
      if (floating.current) setCovers(coversContent(floating.current));
    };
    const scheduleCheck = () => {
      frame ||= requestAnimationFrame(check);
    };
    const observer = new ResizeObserver(scheduleCheck);
    observer.observe(document.body);
    addEventListener('scroll', scheduleCheck, { passive: true });
    scheduleCheck();
    return () => {
      observer.disconnect();
      removeEventListener('scroll', scheduleCheck);
      cancelAnimationFrame(frame);
    };
  }, [floating]);
  return covers;
}
