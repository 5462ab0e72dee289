import { area, rect } from '../ink.ts';
import { blurred, document, type Pixels, rasterise, rasteriseAlpha } from '../raster/pixels.ts';
import { randomOf } from '../raster/random.ts';
import { paintTable, type Table } from '../raster/table.ts';
import { castShadow, overlay } from '../raster/warp.ts';
import { boardArt } from './boards.ts';
import { boxShadow, paintBox, standBox } from './box.ts';
import { cardArt } from './cover.ts';
import type { GameLook } from './game-look.ts';
import { blend, cube, dieOnTable, flatCube, flatMeeple, flatToken, meeple, tokens } from './pieces.ts';

export type GameShot = 'box' | 'table' | 'cards';

const TABLES: readonly Table[] = [
  { wood: '#9a6a3e', wall: '#1f4a3a', horizon: 0.46 },
  { wood: '#7a4e2e', wall: '#27402f', horizon: 0.44 },
  { wood: '#b07f4c', wall: '#16382c', horizon: 0.48 },
];

const square = { x: 0, y: 0, width: 1000, height: 1000 };

async function boxShot(look: GameLook, publisher: string, size: number, turn: number): Promise<Pixels> {
  const random = randomOf(`box/${look.title.join()}`);
  const toRight = random() > 0.4;
  const box = standBox((toRight ? 1 : -1) * (0.42 + random() * 0.16) * Math.cos(turn));
  const table = TABLES[Math.floor(random() * TABLES.length)] ?? TABLES[0];
  const ground = paintTable(table ?? { wood: '#9a6a3e' }, size);
  const out: Pixels = { data: new Uint8Array(ground.data), width: size, height: size };
  const props = propsInFront(look, random, toRight);
  const [shadow, things] = await Promise.all([
    rasteriseAlpha(document(area(boxShadow(box), '#000') + props.shadows, square, 160, 160)),
    rasterise(
      document(props.things, { x: 0, y: 640, width: 1000, height: 360 }, size, Math.round(size * 0.36)),
    ),
  ]);
  castShadow(out, blurred(shadow, 2), 0.62);
  await paintBox(out, box, look, publisher, { x: 0, y: 0, scale: size / 1000 });
  overlay(out, things, 0, Math.round(size * 0.64));
  return out;
}

/** A few pieces that stand before the box, and the shadows they throw. */
function propsInFront(
  look: GameLook,
  random: () => number,
  toRight: boolean,
): { things: string; shadows: string } {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  const wood = [flare, spark, mid, blend(soft, deep, 0.3), '#d9b98a'];
  const side = toRight ? 1 : -1;
  const x = (t: number): number => 500 + side * t;
  const bits: [kind: number, x: number, y: number][] = [
    [0, x(-300), 935],
    [Math.floor(random() * 4), x(-180), 965],
    [1, x(210), 940],
    [Math.floor(random() * 4), x(330), 900],
    [2, x(80), 968],
    [0, x(-390), 890],
    [3, x(400), 965],
  ];
  const things = bits.map(([kind, px, py], i) => {
    const color = wood[(i + Math.floor(random() * 2)) % wood.length] ?? flare;
    switch (kind) {
      case 0:
        return meeple(px, py, 0.52, color);
      case 1:
        return dieOnTable(px, py - 30, 30, pale, night) + dieOnTable(px + 62, py - 14, 27, color, pale);
      case 2:
        return (
          cube(px, py - 24, 22, color) +
          cube(px + 46, py - 16, 22, wood[(i + 2) % wood.length] ?? mid) +
          cube(px + 20, py - 2, 22, color)
        );
      default:
        return tokens(px, py - 14, 34, 3 + (i % 3), color);
    }
  });
  const shadows = bits.map(
    ([, px, py]) => `<ellipse cx="${px + 22}" cy="${py - 8}" rx="58" ry="16" fill="#000" opacity=".8"/>`,
  );
  return { things: things.join(''), shadows: shadows.join('') };
}

async function tableShot(look: GameLook, size: number): Promise<Pixels> {
  const random = randomOf(`table/${look.title.join()}`);
  const wood = ['#8d5f38', '#a87848', '#6e4629'][Math.floor(random() * 3)] ?? '#8d5f38';
  const ground = paintTable({ wood }, size);
  const out: Pixels = { data: new Uint8Array(ground.data), width: size, height: size };
  const angle = random() * 16 - 8;
  const [, deep, mid, soft, , spark, flare] = look.colors;
  const colors = [flare, spark, mid, blend(soft, deep, 0.25), '#d9b98a'];
  const color = (i: number): string => colors[i % colors.length] ?? flare;
  const boardPlace = `translate(${430 + random() * 60} 520) rotate(${angle}) scale(.7) translate(-500 -500)`;
  const decks: [number, number, number][] = [
    [870, 190, 12 + random() * 14],
    [900, 480, -8],
    [110, 130, -20 + random() * 20],
  ];
  const card = (face: number, [x, y, turn]: [number, number, number]): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(.3) translate(-250 -350)">${cardArt(look, face)}</g>`;
  const scatter = Array.from({ length: 14 }, (_, i) => {
    const onBoard = i < 8;
    const x = onBoard ? 250 + random() * 400 : ([840, 930, 800, 130, 80, 900][i - 8] ?? 850);
    const y = onBoard ? 320 + random() * 400 : 740 + random() * 200;
    return { x, y, turn: random() * 360, kind: i % 3, color: color(i) };
  });
  const pieces = scatter.map(({ x, y, turn, kind, color: c }) =>
    kind === 0
      ? flatMeeple(x, y, 0.36, c, turn)
      : kind === 1
        ? flatCube(x, y, 34, c, turn)
        : flatToken(x, y, 24, c),
  );
  const rectAt = ([x, y, turn]: [number, number, number]): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${rect(-78, -108, 156, 216, '#000', 10)}</g>`;
  const [board, things, shadow] = await Promise.all([
    rasterise(document(`<g transform="${boardPlace}">${boardArt(look)}</g>`, square, size, size)),
    rasterise(
      document(
        decks
          .map(
            (deck, i) =>
              card(i === 0 ? 0 : i + 1, [deck[0] + 7, deck[1] + 9, deck[2]]) +
              card(i === 0 ? 0 : i + 1, deck),
          )
          .join('') + pieces.join(''),
        square,
        size,
        size,
      ),
    ),
    rasteriseAlpha(
      document(
        `<g transform="${boardPlace}">${rect(0, 0, 1000, 1000, '#000', 26)}</g>${decks.map(rectAt).join('')}`,
        square,
        160,
        160,
      ),
    ).then((mask) => blurred(mask, 2)),
  ]);
  castShadow(out, shadow, 0.55, Math.round(size * 0.012), Math.round(size * 0.018));
  overlay(out, board);
  overlay(out, things);
  return out;
}

async function cardsShot(look: GameLook, size: number): Promise<Pixels> {
  const random = randomOf(`cards/${look.title.join()}`);
  const wood = ['#6e4629', '#8d5f38', '#a87848'][Math.floor(random() * 3)] ?? '#6e4629';
  const ground = paintTable({ wood }, size);
  const out: Pixels = { data: new Uint8Array(ground.data), width: size, height: size };
  const tilt = random() * 24 - 12;
  const fan = Array.from(
    { length: 5 },
    (_, i) => `translate(500 1180) rotate(${(i - 2) * 14 + tilt}) translate(-170 -960) scale(.68)`,
  );
  const [, , mid, , , spark, flare] = look.colors;
  const turn = (): number => random() * 360;
  const near = (x: number): number => x + random() * 70 - 35;
  const meeples = [
    flatMeeple(near(130), near(140), 0.62, flare, turn()),
    flatMeeple(near(290), near(90), 0.55, spark, turn()),
    flatToken(near(880), near(110), 46, mid),
    flatToken(near(760), near(100), 40, flare),
    flatCube(near(920), near(250), 58, spark, turn()),
    flatMeeple(near(900), near(860), 0.6, mid, turn()),
  ];
  const [things, shadow] = await Promise.all([
    rasterise(
      document(
        fan
          .map(
            (place, i) =>
              `<g transform="${place}">${rect(-3, 5, 500, 700, '#0004', 34)}${cardArt(look, i === 0 ? 0 : i)}</g>`,
          )
          .join('') + meeples.join(''),
        square,
        size,
        size,
      ),
    ),
    rasteriseAlpha(
      document(
        fan.map((place) => `<g transform="${place}">${rect(0, 0, 500, 700, '#000', 34)}</g>`).join(''),
        square,
        160,
        160,
      ),
    ).then((mask) => blurred(mask, 2)),
  ]);
  castShadow(out, shadow, 0.6, Math.round(size * 0.012), Math.round(size * 0.016));
  overlay(out, things);
  return out;
}

/**
 * Photographs a game: its box on a table, the game laid out, or its cards in a fan. `turn` goes from 0 to 2π while a
 * film swings the box to its other side and back.
 */
export function photographGame(
  look: GameLook,
  publisher: string,
  shot: GameShot,
  size: number,
  turn = 0,
): Promise<Pixels> {
  if (shot === 'box') return boxShot(look, publisher, size, turn);
  return shot === 'table' ? tableShot(look, size) : cardsShot(look, size);
}
