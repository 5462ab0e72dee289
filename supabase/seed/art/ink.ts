/** The colours a drawing is made of: three inks and the ground it lies on. */
export interface Inks {
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly ground: string;
}

/** A small drawing in a box from -100 to 100 both ways. */
export type Motif = (inks: Inks) => string;

const n = (value: number): number => Math.round(value * 10) / 10;

/** A filled shape. */
export const area = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`;

/** A drawn line with round ends. */
export const stroke = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

export const dot = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;

export const ring = (x: number, y: number, r: number, color: string, width: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${color}" stroke-width="${width}"/>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`;

/** The same fragment turned about a point again and again. */
export const turned = (count: number, fragment: (i: number) => string, cx = 0, cy = 0): string =>
  Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${n((360 / count) * i)} ${cx} ${cy})">${fragment(i)}</g>`,
  ).join('');

/** A fragment moved, scaled and turned. */
export const put = (fragment: string, x: number, y: number, scale = 1, angle = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)})${angle ? ` rotate(${n(angle)})` : ''}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${fragment}</g>`;

/** A fragment and its mirror image about the vertical middle. */
export const mirrored = (fragment: string): string => `${fragment}<g transform="scale(-1 1)">${fragment}</g>`;

/** Fragments for 0, 1, 2 … one after the other. */
export const times = (count: number, fragment: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => fragment(i)).join('');

/** A star polygon. */
export function star(points: number, outer: number, inner: number, turn = -90): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = ((turn + (180 / points) * i) * Math.PI) / 180;
    const r = i % 2 === 0 ? outer : inner;
    return `${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** A regular polygon. */
export const ngon = (sides: number, r: number, turn = -90): string => {
  const corners = Array.from({ length: sides }, (_, i) => {
    const angle = ((turn + (360 / sides) * i) * Math.PI) / 180;
    return `${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r)}`;
  });
  return `M${corners.join('L')}Z`;
};

/** A wavy line from left to right. */
export function wave(x1: number, x2: number, y: number, length: number, height: number): string {
  let d = `M${n(x1)} ${n(y)}`;
  let up = true;
  for (let x = x1; x < x2 - 0.01; x += length / 2) {
    d += `q${n(length / 4)} ${n(up ? -height : height)} ${n(length / 2)} 0`;
    up = !up;
  }
  return d;
}
