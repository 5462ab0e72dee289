import { area, dot, type Motif, mirrored, put, rect, ring, star, stroke, times, wave } from '../ink.ts';

export const pyramids: Motif = ({ a, b, c, ground }) =>
  dot(52, -46, 27, c) +
  area('M-100 60L-24-62L52 60Z', a) +
  area('M-24-62L52 60H4Z', b) +
  area('M22 60L62-4L102 60Z', a) +
  area('M62-4L102 60H78Z', b) +
  times(5, (i) => stroke(`M${-84 + i * 14} ${36 - i * 22}H${-4 + i * 2}`, ground, 2)) +
  stroke('M-100 72H100M-76 84H76M-48 96H48', b, 4);

export const felucca: Motif = ({ a, b, c }) =>
  dot(-44, -44, 28, c) +
  area('M6 44C-6-6 22-70 62-98C66-50 56 6 38 44Z', a) +
  area('M-4 44C-10 14-2-22 14-54C2-30-34 16-44 44Z', b) +
  area('M-78 52H82C70 72 46 80 10 80C-34 80-62 72-78 52Z', a) +
  stroke('M4 52L60-98', b, 4) +
  stroke(wave(-96, 96, 92, 32, 6), b, 4);

export const skyline: Motif = ({ a, b, c, ground }) =>
  dot(0, -20, 62, c) +
  area('M-100 84V30H-76V8H-52V84ZM52 84V-6H74V24H100V84Z', b) +
  area('M-30 84V-40C-30-44-26-48-24-60L-20-96L-16-60C-14-48-10-44-10-40V84Z', a) +
  area('M-6 84V26C-6-8 46-8 46 26V84Z', a) +
  area('M19-6V-24', a) +
  stroke('M20 0V-22', a, 4) +
  area('M12-28a9 9 0 1 0 14 8a8 8 0 0 1-14-8Z', a) +
  stroke('M-30-30H-10M-30-8H-10', ground, 4) +
  area('M12 84V54C12 38 28 38 28 54V84Z', ground) +
  times(
    4,
    (i) =>
      rect(-92 + (i % 2) * 18, 38 + Math.floor(i / 2) * 18, 8, 10, ground) +
      rect(60 + (i % 2) * 18, 34 + Math.floor(i / 2) * 18, 8, 10, ground),
  ) +
  stroke('M-100 90H100', a, 5);

export const tram: Motif = ({ a, b, c, ground }) =>
  stroke('M-80-82H80M-8-60L8-82M8-60L-8-82', b, 4) +
  area('M-84-52Q-84-60-76-60H76Q84-60 84-52V52H-84Z', a) +
  rect(-84, 8, 168, 16, c) +
  times(4, (i) => rect(-74 + i * 38, -46, 32, 40, ground, 3)) +
  rect(-16, 26, 32, 26, b) +
  dot(-50, 62, 13, b) +
  dot(50, 62, 13, b) +
  dot(-50, 62, 5, ground) +
  dot(50, 62, 5, ground) +
  stroke('M-100 80H100', b, 5);

/** One apartment block, windows lit here and there. */
export const block: Motif = ({ a, b, c, ground }) =>
  rect(-58, -74, 116, 166, a) +
  rect(-66, -84, 132, 12, b) +
  times(20, (i) =>
    rect(
      -46 + (i % 4) * 25,
      -60 + Math.floor(i / 4) * 30,
      17,
      20,
      [1, 6, 11, 12, 18].includes(i) ? c : ground,
    ),
  ) +
  stroke('M-30-84V-98M30-84V-104M18-98H42', b, 4) +
  put(area('M0 0A16 16 0 0 1 22-20Z', b), -42, -84) +
  stroke('M-100 94H100', b, 5);

/** The city seen as stacked blocks. */
export const blocks: Motif = ({ a, b, c }) => {
  const cube = (x: number, y: number, h: number, top: string): string =>
    area(`M${x} ${y}l30-17l30 17l-30 17Z`, top) +
    area(`M${x} ${y}v${h}l30 17v${-h}Z`, a) +
    area(`M${x + 60} ${y}v${h}l-30 17v${-h}Z`, b);
  return (
    cube(-30, -66, 60, c) +
    cube(-64, -26, 60, b) +
    cube(4, -34, 70, c) +
    cube(-94, 22, 44, c) +
    cube(-30, 6, 70, c) +
    cube(36, 12, 52, b)
  );
};

export const bridge: Motif = ({ a, b, c }) =>
  dot(0, -34, 40, c) +
  stroke('M-100 30C-76 30-60-40-50-70C-40-30-20 16 0 16C20 16 40-30 50-70C60-40 76 30 100 30', a, 5) +
  times(15, (i) => {
    const x = -98 + i * 14;
    const t = Math.min(1, Math.abs(Math.abs(x) - 50) / 50);
    return stroke(`M${x} 40V${-66 + Math.sin((t * Math.PI) / 2) * 88}`, b, 2);
  }) +
  rect(-56, -78, 12, 158, a) +
  rect(44, -78, 12, 158, a) +
  rect(-100, 34, 200, 10, a) +
  stroke(wave(-96, 96, 88, 32, 6), b, 4);

export const crane: Motif = ({ a, b, c }) =>
  stroke(
    'M-30 92V-70H-18V92M-30 80L-18 60L-30 40L-18 20L-30 0L-18-20L-30-40L-18-60M-70-70H92L-24-96L-70-70M-24-96V-70',
    a,
    4,
  ) +
  times(7, (i) => stroke(`M${-4 + i * 13}-70l6-${16 - i * 2}`, a, 3)) +
  rect(-74, -68, 26, 26, b) +
  stroke('M68-68V2', b, 3) +
  rect(48, 2, 40, 26, c) +
  stroke('M48 2L68-12L88 2', b, 3) +
  stroke('M-100 94H100', b, 5);

export const microbus: Motif = ({ a, b, c, ground }) =>
  area('M-92 44V-20Q-90-52-58-54H56Q78-52 88-8L94 12V44Z', a) +
  rect(-92, 10, 186, 12, c) +
  area('M-78-8V-30Q-78-42-66-42H-40V-8ZM-32-42H6V-8H-32ZM14-42H50Q64-40 72-8H14Z', ground) +
  rect(-70, -70, 110, 12, b, 3) +
  stroke('M-56-56v-6M24-56v-6', b, 5) +
  dot(-52, 48, 20, b) +
  dot(54, 48, 20, b) +
  dot(-52, 48, 8, ground) +
  dot(54, 48, 8, ground) +
  dot(86, 26, 6, c) +
  stroke('M-100 72H100', b, 4);

/** Satellite dishes on a roof: the city's flowers. */
export const dishes: Motif = ({ a, b, c }) =>
  [
    [-58, 10, 0.9, -18],
    [4, -34, 1.2, 8],
    [62, 20, 0.8, 24],
  ]
    .map(([x, y, s, turn]) =>
      put(
        stroke('M0 8V80', b, 6) +
          area('M-40-22A42 42 0 0 0 38 24Z', a) +
          stroke('M-2 2L24-32', b, 4) +
          dot(26, -34, 6, c),
        x ?? 0,
        y ?? 0,
        s,
        turn,
      ),
    )
    .join('') + rect(-100, 84, 200, 12, a);

export const balcony: Motif = ({ a, b, c, ground }) =>
  area('M-44 26V-52C-44-108 44-108 44-52V26Z', a) +
  area('M-34 26V-50C-34-92 34-92 34-50V26Z', ground) +
  stroke('M0-84V26M-34-18H34', a, 5) +
  rect(-72, 26, 144, 10, a) +
  rect(-80, 80, 160, 12, a) +
  times(9, (i) => stroke(`M${-64 + i * 16} 36V80`, b, 5)) +
  mirrored(area('M50 26C44-2 66-8 62-26C78-14 82 6 70 26Z', c));

export const lantern: Motif = ({ a, b, c, ground }) =>
  ring(0, -86, 10, a, 5) +
  area('M-20-52L0-78L20-52Z', a) +
  rect(-30, -54, 60, 10, b) +
  area('M-34-42H34L46 30H-46Z', a) +
  area('M-24-34H-4V22H-34ZM4-34H24L34 22H4Z', c) +
  put(area(star(8, 13, 6), ground), -17, -4) +
  put(area(star(8, 13, 6), ground), 17, -4) +
  rect(-50, 30, 100, 12, b) +
  area('M-38 44H38L26 74H-26Z', a) +
  dot(0, 86, 8, b);

/** Terraces of a city on a hill with a crescent over it. */
export const arches: Motif = ({ a, b, c }) =>
  times(3, (row) =>
    times(4 - row, (i) => {
      const x = (i - (3 - row) / 2) * 48;
      const y = 92 - row * 58;
      return area(
        `M${x - 22} ${y}V${y - 28}C${x - 22} ${y - 56} ${x + 22} ${y - 56} ${x + 22} ${y - 28}V${y}Z`,
        [a, b, c][(i + row) % 3] ?? a,
      );
    }),
  ) + dot(0, -88, 10, a);

export const city = {
  pyramids,
  felucca,
  skyline,
  tram,
  block,
  blocks,
  bridge,
  crane,
  microbus,
  dishes,
  balcony,
  lantern,
  arches,
} satisfies Record<string, Motif>;
