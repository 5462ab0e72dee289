/** A point on the screen, such as a touch or the pointer. */
export type ScreenPoint = Pick<Touch, 'clientX' | 'clientY'>;

/** Two touches: their distance in pixels, at least 1, and the angle of the line between them in degrees. */
export interface Pinch {
  readonly distance: number;
  readonly angle: number;
}

export function pinchOf(first: ScreenPoint, second: ScreenPoint): Pinch {
  const [dx, dy] = [second.clientX - first.clientX, second.clientY - first.clientY];
  return { distance: Math.max(1, Math.hypot(dx, dy)), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}
