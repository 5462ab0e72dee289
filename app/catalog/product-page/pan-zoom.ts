import { type Place, pinchOf } from '#app/lib/pinch-gesture.ts';

/** Part of a picture that shows: `scale` from 1, `x` and `y` its offset in percent of the frame. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** The whole picture. */
export const whole: View = { scale: 1, x: 0, y: 0 };

/** How far a picture can be enlarged. */
export const largestScale = 4;

/** The view moved by percentages of the frame; the picture's edge never leaves the frame's. */
export function moved(view: View, x: number, y: number): View {
  const reach = ((view.scale - 1) / 2) * 100;
  const within = (value: number) => Math.min(reach, Math.max(-reach, value)) + 0;
  return { scale: view.scale, x: within(view.x + x), y: within(view.y + y) };
}

/** The view enlarged or reduced by a factor, about its middle. */
export function zoomed(view: View, factor: number): View {
  const scale = Math.min(largestScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return moved({ scale, x: view.x * ratio, y: view.y * ratio }, 0, 0);
}

/** Where the middle of some pointers is. */
function middleOf(places: readonly Place[]): Place {
  const sum = (of: (place: Place) => number) =>
    places.reduce((total, place) => total + of(place), 0) / places.length;
  return { clientX: sum(({ clientX }) => clientX), clientY: sum(({ clientY }) => clientY) };
}

/**
 * The view after the pointers on it have moved: it goes along with their middle, and grows as two of them move apart.
 * @param from the places of the pointers before, in the order of those that they have now, `to`.
 * @param frame the frame's size in the pixels of the places.
 */
export function dragged(
  view: View,
  from: readonly Place[],
  to: readonly Place[],
  frame: { width: number; height: number },
): View {
  const [one, other] = from;
  const [oneNow, otherNow] = to;
  if (!one || !oneNow) return view;
  const [before, now] = [middleOf(from), middleOf(to)];
  const factor = other && otherNow ? pinchOf(oneNow, otherNow).distance / pinchOf(one, other).distance : 1;
  return moved(
    zoomed(view, factor),
    ((now.clientX - before.clientX) / frame.width) * 100,
    ((now.clientY - before.clientY) / frame.height) * 100,
  );
}
