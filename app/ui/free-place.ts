/** A rectangle in the window, in px. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const pressed = 'a[href], button, input, select, textarea, summary, label';

/** The boxes of everything on the screen that can be pressed, but for what is inside an element. */
export function controlsBeside(element: Element): Box[] {
  return [...document.querySelectorAll(pressed)]
    .filter((control) => !element.contains(control) && control.checkVisibility({ opacityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && bottom > 0 && top < innerHeight);
}

/** How far up, in px, a box has to go to cover none of the others; 0 where there is no such place on the screen. */
export function freeLift(box: Box, others: readonly Box[]): number {
  const lifts = [0, ...others.map(({ top }) => Math.ceil(box.bottom - top))];
  const fits = (lift: number) =>
    lift >= 0 &&
    box.top - lift >= 0 &&
    others.every(
      ({ left, right, top, bottom }) =>
        left >= box.right || right <= box.left || top >= box.bottom - lift || bottom <= box.top - lift,
    );
  return lifts.filter(fits).sort((one, other) => one - other)[0] ?? 0;
}
