/** A rectangle in the window, in px. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const pressed = 'a[href], button, input, select, textarea, summary, label';

/** Distance from the edge of the window. */
const edge = 8;

/** The boxes of what can be pressed on the screen, but for what is inside an element and in the page's header. */
export function controlsBeside(element: Element): Box[] {
  return [...document.querySelectorAll(pressed)]
    .filter((control) => !element.contains(control) && !control.matches('header:not(main *) *'))
    .filter((control) => control.checkVisibility({ opacityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && bottom > 0 && top < innerHeight);
}

/** How far up, in px, a box has to go to cover none of the others; to the top of the window where there is no such place. */
export function freeLift(box: Box, others: readonly Box[]): number {
  const highest = Math.max(0, box.top - edge);
  const fits = (lift: number) =>
    lift >= 0 &&
    lift <= highest &&
    others.every(
      ({ left, right, top, bottom }) =>
        left >= box.right || right <= box.left || top >= box.bottom - lift || bottom <= box.top - lift,
    );
  const lifts = [0, ...others.map(({ top }) => Math.ceil(box.bottom - top))].filter(fits);
  return Math.min(highest, ...lifts);
}
