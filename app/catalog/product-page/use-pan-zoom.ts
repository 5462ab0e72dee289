import { type RefObject, useEffect, useRef, useState } from 'react';
import { moved, type View, whole, zoomed } from './pan-zoom.ts';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [10, 0],
  ArrowRight: [-10, 0],
  ArrowUp: [0, 10],
  ArrowDown: [0, -10],
};

/** A frame whose content is zoomed by wheel, double click and buttons, and moved by dragging and arrow keys. */
export function usePanZoom(): {
  frame: RefObject<HTMLDivElement | null>;
  view: View;
  zoom: (factor: number) => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(whole);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { signal, abort } = withAbort();
    let from: PointerEvent | null = null;
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, listener, { signal, passive: true });
    on('wheel', ({ deltaY }) => setView((now) => zoomed(now, deltaY < 0 ? 1.2 : 1 / 1.2)));
    on('dblclick', () => setView((now) => (now.scale > 1 ? whole : zoomed(whole, 2))));
    on('pointerdown', (event) => {
      from = event;
      element.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (!from) return;
      const { width, height } = element.getBoundingClientRect();
      const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
      from = event;
      setView((now) => moved(now, (x / width) * 100, (y / height) * 100));
    });
    on('pointerup', () => {
      from = null;
    });
    const onKey = ({ key }: KeyboardEvent) => {
      const step = arrows[key];
      if (step) setView((now) => moved(now, ...step));
    };
    addEventListener('keydown', onKey, { signal });
    return abort;
  }, []);

  return { frame, view, zoom: (factor) => setView((now) => zoomed(now, factor)) };
}

function withAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
