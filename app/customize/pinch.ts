import type { DesignElement } from './design.ts';

/** How two fingers lie: their distance in pixels, at least 1, and the angle of the line between them in degrees. */
export interface Grip {
  readonly distance: number;
  readonly angle: number;
}

type Finger = Pick<Touch, 'clientX' | 'clientY'>;

export function gripOf(one: Finger, other: Finger): Grip {
  const [dx, dy] = [other.clientX - one.clientX, other.clientY - one.clientY];
  return { distance: Math.max(1, Math.hypot(dx, dy)), angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** What two fingers make of the element that they took hold of: as much larger as they moved apart, and turned with them. */
export function pinched(element: DesignElement, from: Grip, to: Grip) {
  const factor = to.distance / from.distance;
  const rotation = element.rotation + to.angle - from.angle;
  return element.kind === 'text'
    ? { rotation, size: element.size * factor }
    : { rotation, width: element.width * factor, height: element.height * factor };
}
