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
