import { type ReactEventHandler, useEffect, useRef, useState } from 'react';

/** Widths of the devices on which a page is shown, in CSS pixels. */
const widths = { phone: 390, desktop: 1280 } as const;

export type Device = keyof typeof widths;

type DeviceFrameProps = {
  title: string;
  /** HTML of the page. Its scripts do not run. */
  html: string;
  device: Device;
  onLoad: ReactEventHandler<HTMLIFrameElement>;
};

/** A page as wide as a device, made smaller where there is less room. */
export function DeviceFrame({ title, html, device, onLoad }: DeviceFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current: element } = room;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const width = widths[device];
  const scale = Math.min(1, size.width / width);
  return (
    // Laid out from the left in both directions: the scaled frame is larger than its room.
    <div
      ref={room}
      dir="ltr"
      className="relative min-h-80 flex-1 overflow-hidden rounded-card border bg-sunken"
    >
      {scale > 0 ? (
        <iframe
          title={title}
          srcDoc={html}
          // allow-same-origin lets the office follow the page's links; without allow-scripts, the page runs nothing.
          sandbox="allow-same-origin"
          onLoad={onLoad}
          style={{
            width,
            height: size.height / scale,
            transform: `scale(${scale})`,
            insetInlineStart: (size.width - width * scale) / 2,
          }}
          className="absolute top-0 origin-top-left bg-white"
        />
      ) : null}
    </div>
  );
}
