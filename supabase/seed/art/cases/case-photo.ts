import { blend } from '../games/pieces.ts';
import { rect, times } from '../ink.ts';
import { backdrop, type Ground } from '../raster/backdrop.ts';
import { blurred, document, type Pixels, rasterise, rasteriseAlpha } from '../raster/pixels.ts';
import { randomOf } from '../raster/random.ts';
import { castShadow, overlay } from '../raster/warp.ts';
import { caseBack } from './case-back.ts';
import type { CaseLook } from './case-look.ts';
import { outlineOf } from './devices.ts';

/** Ways a case is shown: straight, turned with its edge, two of them, or near. */
export type CaseShot = 'back' | 'angle' | 'pair' | 'near';

const GROUNDS: readonly Ground[] = [
  { hex: '#f5f5f3', fall: 0.1 },
  { hex: '#e7e8ea', fall: 0.12 },
  { hex: '#efeeea', fall: 0.1 },
];
const RED: Ground = { hex: '#e01b12', fall: 0.2 };
const BLACK: Ground = { hex: '#2a2b2e', fall: 0.4 };

/** An orthographic view: where x, y and depth point on the picture. */
export interface Stand {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly depth: readonly [number, number];
  readonly centre: readonly [number, number];
  readonly scale: number;
}

const degrees = (angle: number): number => (angle * Math.PI) / 180;

/** A case turned by angles in degrees, its middle at a point of the picture. */
export function stand(
  yaw: number,
  pitch: number,
  roll: number,
  centre: readonly [number, number],
  scale: number,
): Stand {
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(degrees(yaw)),
    Math.sin(degrees(yaw)),
    Math.cos(degrees(pitch)),
    Math.sin(degrees(pitch)),
    Math.cos(degrees(roll)),
    Math.sin(degrees(roll)),
  ];
  const roll2 = (x: number, y: number): readonly [number, number] => [x * cr - y * sr, x * sr + y * cr];
  return { x: roll2(cy, sy * sp), y: roll2(0, cp), depth: roll2(sy, -cy * sp), centre, scale };
}

const matrix = ({ x, y, depth, centre, scale }: Stand, z: number): string => {
  const k = (n: number): string => (n * scale).toFixed(4);
  const dx = centre[0] + (depth[0] * z - x[0] * 250 - y[0] * 520) * scale;
  const dy = centre[1] + (depth[1] * z - x[1] * 250 - y[1] * 520) * scale;
  return `matrix(${k(x[0])} ${k(x[1])} ${k(y[0])} ${k(y[1])} ${dx.toFixed(1)} ${dy.toFixed(1)})`;
};

const THICK = 62;

/** A case with its edge, standing free; the back art lies on top of thin slices that make the edge. */
export function solidCase(look: CaseLook, view: Stand): string {
  const outline = outlineOf(look.device);
  const edge = look.build === 'clear' ? '#d5dde3' : look.build === 'rugged' ? look.trim : look.color;
  const slices = times(11, (i) => {
    const z = THICK - (i * THICK) / 11;
    const tone =
      i < 2
        ? blend(edge, '#000000', 0.72)
        : i === 6
          ? blend(edge, '#000000', 0.2)
          : blend(edge, '#000000', 0.55 - i * 0.038);
    return `<path d="${outline}" fill="${tone}" transform="${matrix(view, z)}"/>`;
  });
  const button = (from: number, length: number): string =>
    times(
      5,
      (i) =>
        `<g transform="${matrix(view, 40 - i * 4)}">${rect(-7, from, 14, length, blend(edge, '#000000', i === 4 ? 0.12 : 0.4), 7)}</g>`,
    );
  return (
    button(250, 60) +
    button(350, 110) +
    button(480, 110) +
    slices +
    `<g transform="${matrix(view, 0)}">${caseBack(look)}</g>`
  );
}

/** What a case covers of the picture. */
export const caseSilhouette = (look: CaseLook, view: Stand): string =>
  [0, THICK].map((z) => `<path d="${outlineOf(look.device)}" transform="${matrix(view, z)}"/>`).join('');

function views(shot: CaseShot, random: () => number, turn: number): readonly Stand[] {
  const drift = random() * 6 - 3;
  switch (shot) {
    case 'back':
      return [stand(-8 - 34 * Math.sin(turn), 4 - 5 * (1 - Math.cos(turn)), drift, [500, 500], 0.82)];
    case 'angle':
      return [stand(34, -16, -14 + drift, [500, 510], 0.8)];
    case 'pair':
      return [stand(-14, 8, 10 + drift, [640, 490], 0.72), stand(20, -8, -11 + drift, [365, 520], 0.74)];
    case 'near':
      return [stand(26, -20, 16 + drift, [560, 860], 1.5)];
  }
}

/**
 * Photographs a case; `other` is the second one of a pair. `turn` goes from 0 to 2π while a film turns the back of a
 * case to both sides.
 */
export async function photographCase(
  look: CaseLook,
  shot: CaseShot,
  size: number,
  other: CaseLook = look,
  turn = 0,
): Promise<Pixels> {
  const random = randomOf(
    `case/${shot}/${look.device}/${look.color}/${look.trim}/${look.print?.kind ?? look.build}`,
  );
  const roll = random();
  const ground =
    shot === 'angle' && roll > 0.72
      ? RED
      : shot === 'pair' && roll > 0.6
        ? BLACK
        : (GROUNDS[Math.floor(roll * GROUNDS.length)] ?? RED);
  const stage = backdrop(ground, size);
  const out: Pixels = { data: new Uint8Array(stage.data), width: size, height: size };
  const sheet = { x: 0, y: 0, width: 1000, height: 1000 };
  const stands = views(shot, random, turn);
  const looks = stands.length > 1 ? [other, look] : [look];
  // One document for each: clip paths and gradients of two cases would share their names.
  const drawn = await Promise.all(
    looks.map((one, i) =>
      rasterise(document(solidCase(one, stands[i] ?? stand(0, 0, 0, [500, 500], 0.8)), sheet, size, size)),
    ),
  );
  for (const [i, pixels] of drawn.entries()) {
    const view = stands[i];
    const one = looks[i];
    if (!view || !one) continue;
    const mask = await rasteriseAlpha(document(caseSilhouette(one, view), sheet, 160, 160));
    castShadow(out, blurred(mask, 4), 0.3, Math.round(size * 0.02), Math.round(size * 0.042));
    castShadow(out, blurred(mask, 1), 0.25, Math.round(size * 0.005), Math.round(size * 0.01));
    overlay(out, pixels);
  }
  return out;
}
