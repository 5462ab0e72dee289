/** The colours of one box, from its darkest to its palest, with two accents. */
export interface BoxPalette {
  readonly night: string;
  readonly deep: string;
  readonly mid: string;
  readonly soft: string;
  readonly pale: string;
  readonly spark: string;
  readonly flare: string;
}

/** Seven colours in the order night, deep, mid, soft, pale, spark, flare. */
export function boxPalette(
  colors: readonly [string, string, string, string, string, string, string],
): BoxPalette {
  const [night, deep, mid, soft, pale, spark, flare] = colors;
  return { night, deep, mid, soft, pale, spark, flare };
}

/** A cover's picture without lettering, 1000 × 1000. */
export type Scene = (palette: BoxPalette) => string;

/** A vertical gradient over the whole cover. */
export const sky = (from: string, to: string, id = 'sky'): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="1000" height="1000" fill="url(#${id})"/>`;

/** A round light that fades outwards. */
export const glow = (
  x: number,
  y: number,
  r: number,
  color: string,
  opacity = 0.8,
  id = `glow-${x}-${y}`,
): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`;
