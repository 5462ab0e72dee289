import { pinchOf, type ScreenPoint } from '#app/lib/pinch-gesture.ts';

/** Zoomed section of a picture: `scale` from 1; `x` and `y` offset in percent of the frame. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** The unzoomed picture. */
export const unzoomed: View = { scale: 1, x: 0, y: 0 };

/** Maximum scale. */
export const largestScale = 4;

/** Moves the view by percentages of the frame, within the picture's edges. */
export function moveView(view: View, x: number, y: number): View {
  const reach = ((view.scale - 1) / 2) * 100;
  const within = (value: number) => Math.min(reach, Math.max(-reach, value)) + 0;
  return { scale: view.scale, x: within(view.x + x), y: within(view.y + y) };
}

/** Scales the view by a factor about its center. */
export function zoomView(view: View, factor: number): View {
  const scale = Math.min(largestScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return moveView({ scale, x: view.x * ratio, y: view.y * ratio }, 0, 0);
}

/** Center of some pointers. */
function middleOf(places: readonly ScreenPoint[]): ScreenPoint {
  const sum = (of: (place: ScreenPoint) => number) =>
    places.reduce((total, place) => total + of(place), 0) / places.length;
  return { clientX: sum(({ clientX }) => clientX), clientY: sum(({ clientY }) => clientY) };
}

/**
 * Moves the view with the center of its pointers and scales it as two of them move apart.
 * @param from previous pointer positions, in the order of `to`
 * @param frame the frame's size in the unit of the positions
 */
export function dragView(
  view: View,
  from: readonly ScreenPoint[],
  to: readonly ScreenPoint[],
  frame: { width: number; height: number },
): View {
  const [first, second] = from;
  const [firstNow, secondNow] = to;
  if (!first || !firstNow) return view;
  const [before, now] = [middleOf(from), middleOf(to)];
  const factor =
    second && secondNow ? pinchOf(firstNow, secondNow).distance / pinchOf(first, second).distance : 1;
  return moveView(
    zoomView(view, factor),
    ((now.clientX - before.clientX) / frame.width) * 100,
    ((now.clientY - before.clientY) / frame.height) * 100,
  );
}
