import type Konva from 'konva';
import { type RefObject, useEffect } from 'react';
import { type Pinch, pinchOf } from '#app/lib/pinch-gesture.ts';
import type { DesignElement } from './design.ts';
import { scaled, updateElement } from './design-edits.ts';
import { change, currentDesign, useDesigner, zoomTo } from './designer-store.ts';

let gestures = 0;

/**
 * Resizes and rotates the selected element with two fingers, or zooms when nothing is selected. Listens on
 * the container, because Konva reports no second touch during a drag.
 */
export function usePinchGesture(stage: RefObject<Konva.Stage | null>): void {
  useEffect(() => {
    const canvas = stage.current;
    if (!canvas) return;
    const container = canvas.container();
    let start: ReturnType<typeof begin> | undefined;
    const begin = (one: Touch, other: Touch) => {
      // Ends the first finger's gesture.
      for (const node of canvas.find('Shape')) node.stopDrag();
      canvas.findOne<Konva.Transformer>('Transformer')?.stopTransform();
      const { selected, zoom } = useDesigner.getState();
      const element = currentDesign().elements.find(({ id }) => id === selected);
      gestures += 1;
      return { startPinch: pinchOf(one, other), zoom, element, group: `pinch ${gestures}` };
    };
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!start && !other) return;
      // Prevents scrolling and Konva's own handling, also for the remaining finger.
      if (event.cancelable) event.preventDefault();
      event.stopPropagation();
      if (!one) start = undefined;
      if (!one || !other) return;
      start ??= begin(one, other);
      const { startPinch, zoom, element, group } = start;
      const pinch = pinchOf(one, other);
      if (!element) zoomTo((zoom * pinch.distance) / startPinch.distance);
      else if (event.type === 'touchmove') {
        change((design) => updateElement(design, element.id, applyPinch(element, startPinch, pinch)), group);
      }
    };
    const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
    for (const kind of kinds) container.addEventListener(kind, onTouch, { capture: true, passive: false });
    return () => {
      for (const kind of kinds) container.removeEventListener(kind, onTouch, { capture: true });
    };
  }, [stage]);
}

/**
 * Returns the change that a pinch makes to an element: its size scales with the distance, its rotation
 * follows the angle.
 */
export function applyPinch(element: DesignElement, from: Pinch, to: Pinch) {
  const factor = to.distance / from.distance;
  return { rotation: element.rotation + to.angle - from.angle, ...scaled(element, factor) };
}
