import type { Pinch } from '#app/lib/pinch-gesture.ts';
import type { DesignElement } from './design.ts';

/** What two fingers make of the element that they took hold of: as much larger as they moved apart, and turned with them. */
export function pinched(element: DesignElement, from: Pinch, to: Pinch) {
  const factor = to.distance / from.distance;
  const rotation = element.rotation + to.angle - from.angle;
  return element.kind === 'text'
    ? { rotation, size: element.size * factor }
    : { rotation, width: element.width * factor, height: element.height * factor };
}
