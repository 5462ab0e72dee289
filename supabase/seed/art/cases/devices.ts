import { area, dot, put, rect, ring } from '../ink.ts';
import type { DeviceName } from './case-look.ts';

/** The back of every case is drawn on a 500 × 1040 sheet. */
export const BACK = { width: 500, height: 1040 } as const;

interface Device {
  readonly radius: number;
  /** Outline of the opening that the case leaves around the cameras. */
  readonly opening: string;
  /** Lenses: centre and radius. */
  readonly lenses: readonly (readonly [x: number, y: number, r: number])[];
  readonly flash: readonly [x: number, y: number, r: number];
}

const roundedBox = (x: number, y: number, w: number, h: number, r: number): string =>
  `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;

export const DEVICES: Readonly<Record<DeviceName, Device>> = {
  'iPhone 16': {
    radius: 82,
    opening: roundedBox(38, 38, 118, 238, 59),
    lenses: [
      [97, 100, 44],
      [97, 212, 44],
    ],
    flash: [196, 156, 15],
  },
  'iPhone 16 Pro': {
    radius: 82,
    opening: roundedBox(34, 34, 236, 244, 66),
    lenses: [
      [98, 100, 47],
      [98, 212, 47],
      [200, 156, 47],
    ],
    flash: [205, 78, 15],
  },
  'iPhone 15': {
    radius: 82,
    opening: roundedBox(34, 34, 218, 222, 60),
    lenses: [
      [96, 98, 45],
      [188, 192, 45],
    ],
    flash: [190, 92, 15],
  },
  'Galaxy S24': {
    radius: 62,
    opening: roundedBox(42, 46, 106, 340, 53),
    lenses: [
      [95, 100, 38],
      [95, 214, 38],
      [95, 328, 38],
    ],
    flash: [178, 132, 13],
  },
  'Galaxy S24 Ultra': {
    radius: 26,
    opening: roundedBox(38, 38, 212, 344, 40),
    lenses: [
      [94, 96, 39],
      [94, 210, 39],
      [94, 324, 39],
      [196, 170, 27],
    ],
    flash: [196, 92, 14],
  },
  'Pixel 9': {
    radius: 92,
    opening: roundedBox(44, 96, 412, 126, 63),
    lenses: [
      [122, 159, 42],
      [226, 159, 42],
    ],
    flash: [380, 159, 17],
  },
};

export const outlineOf = (device: DeviceName): string =>
  roundedBox(0, 0, BACK.width, BACK.height, DEVICES[device].radius);

const lens = (x: number, y: number, r: number): string =>
  dot(x, y, r + 5, '#5d6167') +
  dot(x, y, r + 2, '#2a2c30') +
  dot(x, y, r, '#0b0c0e') +
  ring(x, y, r * 0.72, '#23262b', r * 0.1) +
  dot(x, y, r * 0.52, '#10131c') +
  dot(x, y, r * 0.36, '#1c2740') +
  dot(x + r * 0.05, y + r * 0.06, r * 0.2, '#05060a') +
  dot(x - r * 0.22, y - r * 0.26, r * 0.13, '#8fa6d8') +
  dot(x + r * 0.24, y + r * 0.2, r * 0.06, '#5d7bc0');

/** The opening of a case with the cameras in it; `phone` is the colour of the phone around them. */
export function cameras(device: DeviceName, phone: string, lip: string): string {
  const { opening, lenses, flash } = DEVICES[device];
  return (
    `<path d="${opening}" fill="none" stroke="${lip}" stroke-width="13"/>` +
    area(opening, phone) +
    `<path d="${opening}" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="5"/><path d="${opening}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2" transform="translate(-2 -2)"/>` +
    lenses.map(([x, y, r]) => lens(x, y, r)).join('') +
    dot(flash[0], flash[1], flash[2], '#e9e3cf') +
    dot(flash[0], flash[1], flash[2] * 0.6, '#fffbe8')
  );
}

/** The phone's own back, as it shows through a clear case. */
export const phoneBack = (device: DeviceName, color: string): string =>
  area(outlineOf(device), color) + put(rect(-26, -26, 52, 52, '#ffffff22', 14), 250, 470);
