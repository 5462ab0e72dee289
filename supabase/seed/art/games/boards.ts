import { area, dot, ngon, put, rect, ring, stroke, times } from '../ink.ts';
import { setLine } from '../lettering.ts';
import { type MotifName, motif } from '../motifs/all-motifs.ts';
import { randomOf } from '../raster/random.ts';
import type { GameLook } from './game-look.ts';
import { boxPalette } from './palette.ts';
import { SCENES } from './scenes.ts';

const FIELD_MARKS: readonly MotifName[] = [
  'mountains',
  'palm',
  'olive',
  'sun',
  'fish',
  'cactus',
  'storm',
  'blocks',
];

function hexBoard(look: GameLook): string {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  const random = randomOf(`hex/${look.title.join()}`);
  const rows = [3, 4, 5, 4, 3];
  const tiles = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => {
      const x = 500 + (i - (count - 1) / 2) * 172;
      const y = 500 + (row - 2) * 149;
      const fill = [soft, spark, mid, flare, pale][Math.floor(random() * 5)] ?? soft;
      const mark = FIELD_MARKS[Math.floor(random() * FIELD_MARKS.length)] ?? 'sun';
      return put(
        area(ngon(6, 99), night) +
          area(ngon(6, 92), fill) +
          put(motif(mark)({ a: night, b: deep, c: pale, ground: fill }), 0, -22, 0.42) +
          dot(0, 52, 23, pale) +
          area(setLine('archivo', `${2 + Math.floor(random() * 11)}`, { x: 0, y: 63, size: 30 }).d, night),
        x,
        y,
      );
    }),
  );
  return (
    rect(0, 0, 1000, 1000, mid, 26) + times(4, (i) => ring(500, 500, 440 + i * 15, deep, 4)) + tiles.join('')
  );
}

function trackBoard(look: GameLook): string {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  const spaces = times(32, (i) => {
    const side = Math.floor(i / 8);
    const step = (i % 8) * 113 + 104;
    const x = [step, 944, 1000 - step, 56][side] ?? 0;
    const y = [56, step, 944, 1000 - step][side] ?? 0;
    const corner = i % 8 === 0;
    const fill = corner ? spark : ([soft, pale, flare, pale][i % 4] ?? pale);
    return (
      rect(x - 50, y - 44, 100, 88, fill, 10) +
      (i % 4 === 2
        ? put(motif(look.mark)({ a: night, b: deep, c: pale, ground: fill }), x, y, 0.3)
        : dot(x, y, 9, night))
    );
  });
  return (
    rect(0, 0, 1000, 1000, deep, 26) +
    `<svg x="124" y="124" width="752" height="752" viewBox="0 0 1000 1000">${SCENES[look.scene](boxPalette(look.colors))}</svg>` +
    spaces +
    rect(300, 380, 150, 216, mid, 12) +
    rect(308, 388, 134, 200, pale, 8) +
    rect(550, 380, 150, 216, mid, 12) +
    rect(558, 388, 134, 200, spark, 8)
  );
}

function gridBoard(look: GameLook): string {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  const random = randomOf(`grid/${look.title.join()}`);
  return (
    rect(0, 0, 1000, 1000, night, 26) +
    times(64, (i) => {
      const [x, y] = [60 + (i % 8) * 110, 60 + Math.floor(i / 8) * 110];
      const odd = ((i % 8) + Math.floor(i / 8)) % 2;
      const roll = random();
      return (
        rect(x, y, 106, 106, odd ? soft : pale, 6) +
        (roll > 0.78
          ? put(
              motif(look.mark)({ a: deep, b: flare, c: spark, ground: odd ? soft : pale }),
              x + 53,
              y + 53,
              0.4,
            )
          : roll > 0.62
            ? dot(x + 53, y + 53, 26, roll > 0.7 ? flare : mid)
            : '')
      );
    })
  );
}

function tileBoard(look: GameLook): string {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  const random = randomOf(`tiles/${look.title.join()}`);
  return (
    rect(0, 0, 1000, 1000, deep, 26) +
    times(36, (i) => {
      if (random() < 0.16) return '';
      const [x, y] = [88 + (i % 6) * 165, 88 + Math.floor(i / 6) * 165];
      const inks = { a: [mid, night, flare][i % 3] ?? mid, b: soft, c: spark, ground: pale };
      return (
        rect(x - 72, y - 70, 152, 152, night, 12) +
        rect(x - 76, y - 76, 152, 152, pale, 12) +
        `<svg x="${x - 68}" y="${y - 68}" width="136" height="136" viewBox="-100 -100 200 200">${motif(i % 4 === 1 ? look.mark : i % 4 === 3 ? 'khatam' : 'quarters')(inks)}</svg>`
      );
    })
  );
}

function mapBoard(look: GameLook): string {
  const [night, deep, mid, , pale, spark, flare] = look.colors;
  const random = randomOf(`map/${look.title.join()}`);
  const towns = Array.from(
    { length: 15 },
    (_, i) =>
      [
        130 + (i % 5) * 185 + random() * 60 - 30,
        190 + Math.floor(i / 5) * 300 + random() * 120 - 60,
      ] as const,
  );
  const route = (a: number, b: number, color: string): string => {
    const [ax, ay] = towns[a] ?? [0, 0];
    const [bx, by] = towns[b] ?? [0, 0];
    return (
      stroke(`M${ax} ${ay}L${bx} ${by}`, night, 24, ' stroke-dasharray="44 12"') +
      stroke(`M${ax} ${ay}L${bx} ${by}`, color, 17, ' stroke-dasharray="44 12"')
    );
  };
  const links = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [10, 11],
    [11, 12],
    [12, 13],
    [13, 14],
    [0, 5],
    [2, 7],
    [4, 9],
    [6, 11],
    [8, 13],
    [5, 10],
  ] as const;
  return (
    rect(0, 0, 1000, 1000, mid, 26) +
    area(
      'M70 120C260 30 460 120 620 60C800 20 960 120 950 330C940 520 960 700 900 860C720 980 520 900 330 950C160 960 40 860 70 660C100 460 10 300 70 120Z',
      pale,
    ) +
    put(motif('contours')({ a: mid, b: deep, c: spark, ground: pale }), 500, 500, 2.2).replace(
      '<g',
      '<g opacity=".35"',
    ) +
    links.map(([a, b], i) => route(a, b, [flare, spark, deep, mid][i % 4] ?? flare)).join('') +
    towns.map(([x, y], i) => dot(x, y, 27, night) + dot(x, y, 19, i % 5 === 0 ? spark : pale)).join('') +
    put(motif(look.mark)({ a: night, b: deep, c: flare, ground: pale }), 860, 130, 0.8)
  );
}

/** The game's board seen from above, 1000 × 1000; card games have none and show a mat. */
export function boardArt(look: GameLook): string {
  switch (look.board) {
    case 'hex':
      return hexBoard(look);
    case 'track':
      return trackBoard(look);
    case 'grid':
      return gridBoard(look);
    case 'tiles':
      return tileBoard(look);
    case 'map':
      return mapBoard(look);
    case 'cards': {
      const [night, deep, mid, , , spark] = look.colors;
      return (
        rect(0, 0, 1000, 1000, night, 40) +
        rect(14, 14, 972, 972, deep, 32) +
        stroke('M50 50H950V950H50Z', spark, 4) +
        put(motif(look.mark)({ a: mid, b: mid, c: mid, ground: deep }), 500, 500, 3.4)
      );
    }
  }
}
