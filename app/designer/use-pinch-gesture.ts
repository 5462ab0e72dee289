import type Konva from 'konva';
import { type RefObject, useEffect } from 'react';
import { type Pinch, pinchOf } from '#app/lib/pinch-gesture.ts';
import type { DesignElement } from './design.ts';
import { changed } from './design-edits.ts';
import { change, currentDesign, useDesigner, zoomTo } from './designer-store.ts';

let gestures = 0;

/**
 * Two fingers on the canvas: they resize and turn what is selected, wherever they lie, and zoom when nothing is. Heard
 * from the page itself: the canvas library tells of no finger while something is being dragged.
 */
export function usePinchGesture(stage: RefObject<Konva.Stage | null>): void {
  useEffect(() => {
    const canvas = stage.current;
    if (!canvas) return;
    const container = canvas.container();
    let start: ReturnType<typeof begin> | undefined;
    const begin = (one: Touch, other: Touch) => {
      // What the first finger had begun ends where it is.
      for (const node of canvas.find('Shape')) node.stopDrag();
      canvas.findOne<Konva.Transformer>('Transformer')?.stopTransform();
      const { selected, zoom } = useDesigner.getState();
      const element = currentDesign().elements.find(({ id }) => id === selected);
      gestures += 1;
      return { grip: pinchOf(one, other), zoom, element, go: `pinch ${gestures}` };
    };
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!start && !other) return;
      // Neither the page nor the canvas library does anything of its own with two fingers, nor with the one that is left.
      if (event.cancelable) event.preventDefault();
      event.stopPropagation();
      if (!one) start = undefined;
      if (!one || !other) return;
      start ??= begin(one, other);
      const { grip, zoom, element, go } = start;
      const now = pinchOf(one, other);
      if (!element) zoomTo((zoom * now.distance) / grip.distance);
      else if (event.type === 'touchmove') {
        change((design) => changed(design, element.id, pinched(element, grip, now)), go);
      }
    };
    const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
    for (const kind of kinds) container.addEventListener(kind, onTouch, { capture: true, passive: false });
    return () => {
      for (const kind of kinds) container.removeEventListener(kind, onTouch, { capture: true });
    };
  }, [stage]);
}

/** What two fingers make of the element that they took hold of: as much larger as they moved apart, and turned with them. */
export function pinched(element: DesignElement, from: Pinch, to: Pinch) {
  const factor = to.distance / from.distance;
  const rotation = element.rotation + to.angle - from.angle;
  return element.kind === 'text'
    ? { rotation, size: element.size * factor }
    : { rotation, width: element.width * factor, height: element.height * factor };
}
