/** A point on the screen, such as a finger's or the pointer's. */
export type Place = Pick<Touch, 'clientX' | 'clientY'>;

/** Two fingers on the screen: their distance in pixels, at least 1, and the angle of the line between them in degrees. */
export interface Pinch {
  readonly distance: number;
  readonly angle: number;
}

export function pinchOf(one: Place, other: Place): Pinch {
  const [dx, dy] = [other.clientX - one.clientX, other.clientY - one.clientY];
  return { distance: Math.max(1, Math.hypot(dx, dy)), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}
