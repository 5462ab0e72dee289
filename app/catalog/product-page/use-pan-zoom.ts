import { type RefObject, useEffect, useRef, useState } from 'react';
import { dragView, moveView, unzoomed, type View, zoomView } from './pan-zoom.ts';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [10, 0],
  ArrowRight: [-10, 0],
  ArrowUp: [0, 10],
  ArrowDown: [0, -10],
};

/** Zooms an element's content by wheel, double click, pinch and buttons, and pans it by dragging and arrow keys. */
export function usePanZoom(): {
  frame: RefObject<HTMLDivElement | null>;
  view: View;
  zoom: (factor: number) => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(unzoomed);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    const pointers = new Map<number, PointerEvent>();
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, listener, { signal, passive: true });
    on('wheel', ({ deltaY }) => setView((now) => zoomView(now, deltaY < 0 ? 1.2 : 1 / 1.2)));
    on('dblclick', () => setView((now) => (now.scale > 1 ? unzoomed : zoomView(unzoomed, 2))));
    on('pointerdown', (event) => {
      pointers.set(event.pointerId, event);
      element.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (!pointers.has(event.pointerId)) return;
      const from = [...pointers.values()];
      pointers.set(event.pointerId, event);
      const to = [...pointers.values()];
      const frame = element.getBoundingClientRect();
      setView((now) => dragView(now, from, to, frame));
    });
    // Fires after every press, even when the browser takes over the gesture.
    on('lostpointercapture', ({ pointerId }) => void pointers.delete(pointerId));
    const onKey = ({ key }: KeyboardEvent) => {
      const step = arrows[key];
      if (step) setView((now) => moveView(now, ...step));
    };
    addEventListener('keydown', onKey, { signal });
    return () => controller.abort();
  }, []);

  return { frame, view, zoom: (factor) => setView((now) => zoomView(now, factor)) };
}
