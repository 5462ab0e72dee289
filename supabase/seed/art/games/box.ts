import { document, type Pixels, rasterise, rgb } from '../raster/pixels.ts';
import { type Corner, paintSurface, type Quad } from '../raster/warp.ts';
import { coverArt, spineArt } from './cover.ts';
import type { GameLook } from './game-look.ts';
import { blend } from './pieces.ts';

/** A game box standing in a room, its visible faces as they appear on a picture of 1000 units. */
export interface StandingBox {
  readonly front: Quad;
  readonly top: Quad;
  readonly side: Quad;
  readonly foot: Quad;
  /** How much brighter its front's near side is. */
  readonly sheen: number;
}

interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const HALF = { width: 0.52, height: 0.52, depth: 0.14 };

/** Stands a box at an angle of `yaw` radians; a positive one shows its right side. */
export function standBox(yaw: number): StandingBox {
  const pitch = 0.2;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const see = ({ x, y, z }: Vertex): Corner => {
    const rx = x * cy + z * sy;
    const rz = -x * sy + z * cy;
    const depth = rz * cp - y * sp + 3.4;
    return [500 + (rx / depth) * 2260, 470 - ((y * cp + rz * sp) / depth) * 2260];
  };
  const at = (x: number, y: number, z: number): Corner =>
    see({ x: x * HALF.width, y: y * HALF.height, z: z * HALF.depth });
  const toRight = yaw > 0;
  return {
    sheen: Math.sin(yaw) * 0.3,
    front: [at(-1, 1, -1), at(1, 1, -1), at(1, -1, -1), at(-1, -1, -1)],
    top: [at(-1, 1, 1), at(1, 1, 1), at(1, 1, -1), at(-1, 1, -1)],
    side: toRight
      ? [at(1, 1, -1), at(1, 1, 1), at(1, -1, 1), at(1, -1, -1)]
      : [at(-1, 1, 1), at(-1, 1, -1), at(-1, -1, -1), at(-1, -1, 1)],
    foot: [at(-1, -1, -1), at(1, -1, -1), at(1, -1, 1), at(-1, -1, 1)],
  };
}

/** The shadow a box throws to the right on its table, as a path in the picture's units. */
export function boxShadow({ foot }: StandingBox): string {
  const [left, right] = foot;
  const lean = 150;
  const outline = foot.map(([x, y]) => `${x} ${y + 8}`).join('L');
  return (
    `M${outline}Z M${left[0]} ${left[1]}L${right[0]} ${right[1]}` +
    `L${right[0] + lean} ${right[1] + 40}L${left[0] + lean} ${left[1] + 46}Z`
  );
}

/** Where a box of 1000 units lies in a picture, in its pixels. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Paints a box into a picture. */
export async function paintBox(
  out: Pixels,
  box: StandingBox,
  look: GameLook,
  publisher: string,
  { x, y, scale }: Placement,
): Promise<void> {
  const placed = (quad: Quad): Quad => {
    const move = ([cx, cy]: Corner): Corner => [x + cx * scale, y + cy * scale];
    return [move(quad[0]), move(quad[1]), move(quad[2]), move(quad[3])];
  };
  const px = (units: number): number => Math.round(units * scale);
  const [cover, spine] = await Promise.all([
    rasterise(
      document(coverArt(look, publisher), { x: 0, y: 0, width: 1000, height: 1000 }, px(740), px(740)),
    ),
    rasterise(document(spineArt(look), { x: 0, y: 0, width: 260, height: 1000 }, px(200), px(720))),
  ]);
  const [, deep, mid] = look.colors;
  const lid = [blend(deep, '#ffffff', 0.12), deep, mid, deep].flatMap((hex) => [...rgb(hex), 255]);
  paintSurface(out, { texture: spine, quad: placed(box.side), light: 0.62, sheen: 0.2 });
  paintSurface(out, {
    texture: { data: new Uint8Array(lid), width: 2, height: 2 },
    quad: placed(box.top),
    light: 1.05,
  });
  paintSurface(out, {
    texture: cover,
    quad: placed(box.front),
    light: 1,
    sheen: box.sheen,
    edge: 0.2,
  });
}
