import {
  area,
  dot,
  type Motif,
  mirrored,
  ngon,
  put,
  rect,
  ring,
  star,
  stroke,
  times,
  turned,
} from '../ink.ts';

export const tea: Motif = ({ a, b, c }) =>
  stroke('M-18-96q-12 14 0 28t0 26M14-98q-12 14 0 28t0 26', b, 5) +
  area(
    'M-40-30H40C44-2 30 14 30 40C30 60 34 66 34 76H-34C-34 66-30 60-30 40C-30 14-44-2-40-30Z',
    a,
    ' opacity=".35"',
  ) +
  area('M-39-14H39C36 6 28 20 28 40C28 56 31 62 31 70H-31C-31 62-28 56-28 40C-28 20-36 6-39-14Z', c) +
  stroke('M-40-30H40C44-2 30 14 30 40C30 60 34 66 34 76H-34C-34 66-30 60-30 40C-30 14-44-2-40-30Z', a, 5) +
  area('M-70 80H70C60 94-60 94-70 80Z', a);

export const cassette: Motif = ({ a, b, c, ground }) =>
  rect(-96, -60, 192, 122, a, 12) +
  rect(-80, -46, 160, 62, c, 6) +
  rect(-60, -24, 120, 32, ground, 16) +
  dot(-40, -8, 13, a) +
  dot(40, -8, 13, a) +
  turned(6, () => rect(-42, -20, 4, 7, b), -40, -8) +
  turned(6, () => rect(38, -20, 4, 7, b), 40, -8) +
  rect(-22, -16, 44, 16, b, 2) +
  area('M-54 62L-44 30H44L54 62Z', b) +
  dot(-30, 50, 4, a) +
  dot(30, 50, 4, a) +
  stroke('M-70-36H20', a, 4);

export const camera: Motif = ({ a, b, c, ground }) =>
  rect(-92, -44, 184, 108, a, 12) +
  area('M-36-44L-26-68H26L36-44Z', a) +
  rect(-92, -20, 184, 12, c) +
  dot(0, 12, 44, ground) +
  ring(0, 12, 36, a, 8) +
  dot(0, 12, 22, b) +
  dot(-8, 4, 7, ground) +
  rect(58, -36, 22, 10, b, 3) +
  rect(-80, -54, 26, 10, b, 3);

export const bicycle: Motif = ({ a, b, c }) =>
  ring(-56, 36, 38, a, 6) +
  ring(56, 36, 38, a, 6) +
  turned(8, () => stroke('M-56 36V0', b, 1.6), -56, 36) +
  turned(8, () => stroke('M56 36V0', b, 1.6), 56, 36) +
  stroke('M-56 36L-26-28H36L4 36H-56M-26-28L4 36M56 36L32-46M-34-40H-14M32-46H50', c, 6) +
  dot(4, 36, 9, a) +
  stroke('M4 36l12 16', a, 5);

export const eye: Motif = ({ a, b, c, ground }) =>
  area('M-96-6C-50-62 50-62 96-6C50 42-50 42-96-6Z', a) +
  area('M-76-6C-40-42 40-42 76-6C40 28-40 28-76-6Z', ground) +
  dot(0, -8, 30, b) +
  dot(0, -8, 14, a) +
  dot(8, -18, 6, ground) +
  stroke('M-86-40C-50-84 50-84 86-40', a, 8) +
  stroke('M-24 30C-30 58-58 64-62 88M10 32C14 60 40 78 72 70C88 62 78 44 66 52', a, 7) +
  dot(-62, 92, 4, c);

export const hand: Motif = ({ a, b, c, ground }) =>
  area(
    'M-44 92V20L-66-12C-74-26-56-38-46-26L-34-10V-60C-34-76-14-76-14-60V-84C-14-100 8-100 8-84V-64C8-78 28-78 28-62V-44C28-58 46-56 46-42V22C46 52 34 66 34 92Z',
    a,
  ) +
  stroke('M-14-58V-12M8-64V-12M28-46V-10', ground, 4) +
  area('M-26 30C-12 10 20 10 34 30C20 48-12 48-26 30Z', ground) +
  dot(4, 30, 12, b) +
  dot(4, 30, 5, c);

export const die: Motif = ({ a, b, c, ground }) =>
  area('M0-92L80-46L0 0L-80-46Z', c) +
  area('M-80-46L0 0V92L-80 46Z', a) +
  area('M80-46L0 0V92L80 46Z', b) +
  [[0, -46]].map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="15" ry="9" fill="${ground}"/>`).join('') +
  [
    [-58, -8],
    [-22, 56],
    [-40, 24],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="8" ry="12" fill="${ground}" transform="rotate(-18 ${x} ${y})"/>`,
    )
    .join('') +
  [
    [24, 6],
    [56, -12],
    [24, 56],
    [56, 38],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="8" ry="12" fill="${ground}" transform="rotate(18 ${x} ${y})"/>`,
    )
    .join('');

/** A spool of thread with a needle. */
export const spool: Motif = ({ a, b, c }) =>
  rect(-54, -84, 96, 20, a, 5) +
  rect(-54, 60, 96, 20, a, 5) +
  rect(-38, -64, 64, 124, b) +
  times(11, (i) => stroke(`M-38 ${-54 + i * 11}L26 ${-62 + i * 11}`, c, 4)) +
  stroke('M26 44C70 60 92 20 60 0C40-14 58-56 84-70', c, 4) +
  stroke('M84-96L70 84', a, 6) +
  stroke('M83-86l-1 14', c, 2.5);

/** The squeegee that pulls ink over a screen. */
export const squeegee: Motif = ({ a, b, c, ground }) =>
  rect(-86, -84, 172, 52, a, 10) +
  rect(-78, -34, 156, 30, b) +
  area('M-78-4H78V76C66 88 52 62 38 74C24 90 10 66-4 80C-20 94-34 68-48 78C-62 88-70 70-78 76Z', c) +
  rect(-66, -66, 132, 8, ground, 4);

export const headphones: Motif = ({ a, b, c }) =>
  stroke('M-70 20C-76-92 76-92 70 20', a, 15) +
  stroke('M-56 6C-58-66 58-66 56 6', b, 4) +
  rect(-92, 8, 36, 70, a, 16) +
  rect(56, 8, 36, 70, a, 16) +
  rect(-66, 4, 16, 78, c, 8) +
  rect(50, 4, 16, 78, c, 8);

export const ball: Motif = ({ a, b }) =>
  dot(0, 0, 92, a) +
  stroke('M-92 0H92M0-92V92M-62-68C-20-30-20 30-62 68M62-68C20-30 20 30 62 68', b, 6) +
  ring(0, 0, 92, b, 6);

export const flame: Motif = ({ a, b, c }) =>
  area(
    'M6-98C20-56 74-34 66 26C60 76 22 94 0 94C-26 94-66 78-66 28C-66-6-44-22-40-50C-26-38-22-28-20-14C-4-34 8-58 6-98Z',
    a,
  ) +
  area(
    'M2-30C12-4 40 10 36 42C34 72 14 86 0 86C-18 86-38 74-38 46C-38 26-26 16-22 0C-14 8-12 14-10 22C-2 8 4-10 2-30Z',
    b,
  ) +
  area('M0 26C6 40 20 46 18 60C16 76 6 82 0 82C-8 82-18 76-18 62C-18 48-4 44 0 26Z', c);

export const skull: Motif = ({ a, b, ground }) =>
  area('M0-92C-58-92-84-54-80-14C-78 12-62 22-54 34V58H54V34C62 22 78 12 80-14C84-54 58-92 0-92Z', a) +
  rect(-38, 58, 76, 30, a, 8) +
  area('M-54-14C-52-44-14-42-14-16C-14 10-54 12-54-14ZM54-14C52-44 14-42 14-16C14 10 54 12 54-14Z', ground) +
  area('M0 8L-12 32H12Z', ground) +
  stroke('M-20 62V86M0 62V86M20 62V86', ground, 5) +
  stroke('M-62-58q14-18 34-22', b, 6);

export const vase: Motif = ({ a, b, c }) =>
  area(
    'M-26-92H26C24-74 18-66 18-56C52-40 66-6 56 30C48 60 30 74 28 90H-28C-30 74-48 60-56 30C-66-6-52-40-18-56C-18-66-24-74-26-92Z',
    a,
  ) +
  stroke('M-54-14H54M-60 2H60M-52 38H52', b, 5) +
  times(7, (i) => area(`M${-48 + i * 16} 30l8-20l8 20Z`, c)) +
  stroke('M-20-62H20', b, 4);

export const chair: Motif = ({ a, b, c }) =>
  stroke('M-46-92V92M38-10V92M-46 4H38M-46-92C-40-96-26-96-20-92V4', a, 9) +
  area('M-52-4H46V12H-52Z', a) +
  times(5, (i) => stroke(`M-44 ${-76 + i * 15}H-22`, b, 4)) +
  stroke('M-46 56H38', c, 6);

export const lemon: Motif = ({ a, b, c, ground }) =>
  area(
    'M-84 30C-88-22-44-66 6-62C20-76 40-78 50-68C58-58 54-44 48-36C66-2 54 44 14 62C-22 78-62 70-74 54C-84 56-92 44-84 30Z',
    c,
  ) +
  area('M-66 24C-66-12-36-42-4-44C-30-30-48-6-50 26C-52 40-66 40-66 24Z', ground, ' opacity=".45"') +
  stroke('M44-70C52-82 58-88 66-94', b, 5) +
  area('M50-74C34-96 4-102-14-92C-4-76 26-64 50-74Z', a) +
  area('M58-82C64-98 86-104 98-98C94-84 74-74 58-82Z', a) +
  put(dot(0, 0, 40, c) + dot(0, 0, 34, ground) + turned(9, () => area('M0-6L-7-28Q0-33 7-28Z', c)), 56, 56);

export const key: Motif = ({ a, b }) =>
  ring(0, -54, 32, a, 14) +
  ring(0, -54, 10, b, 5) +
  rect(-7, -20, 14, 112, a) +
  rect(7, 54, 28, 12, a) +
  rect(7, 76, 20, 12, a) +
  put(area(star(4, 14, 5), b), 0, -54);

export const scissors: Motif = ({ a, b, c }) =>
  mirrored(
    `<g transform="rotate(14)">${area('M-5-98C6-60 8-20 4 20L-6 20Z', a)}${ring(0, 56, 25, b, 10)}${stroke('M-1 18L0 32', b, 9)}</g>`,
  ) +
  dot(0, 2, 6, c) +
  stroke('M-96-4H-40M-30-4H-22M40-4H96', c, 3, ' stroke-dasharray="9 8"');

export const radio: Motif = ({ a, b, c, ground }) =>
  stroke('M40-40L78-96', a, 5) +
  rect(-92, -40, 184, 118, a, 12) +
  dot(-44, 20, 36, ground) +
  ring(-44, 20, 24, b, 6) +
  dot(-44, 20, 9, c) +
  rect(4, -20, 76, 24, c, 4) +
  stroke('M18-14V-2M30-14V-2M42-14V-2M54-14V-2M66-14V-2', a, 2.5) +
  dot(20, 36, 12, b) +
  dot(60, 36, 12, b) +
  stroke('M8 62H78', b, 5);

export const shoe: Motif = ({ a, b, c }) =>
  area('M-88-30C-66-18-50-22-38-42L-10-36C10 0 50 8 82 18C96 24 96 44 92 52H-90C-94 20-92-8-88-30Z', a) +
  area('M-92 50H94C96 66 90 72 80 72H-80C-90 72-92 62-92 50Z', b) +
  stroke('M-24-26l24-10M-10-8l24-12M8 6l22-12', c, 5) +
  stroke('M-84 20C-50 34-10 14 20 24', c, 6);

/** Linked rings of a chain. */
export const chain: Motif = ({ a, b }) =>
  times(4, (i) =>
    put(
      `<rect x="-17" y="-32" width="34" height="64" rx="17" fill="none" stroke="${i % 2 ? b : a}" stroke-width="11"/>`,
      -66 + i * 44,
      i % 2 ? 10 : -10,
      1,
      62,
    ),
  ).replace(/$/, '');

/** A hexagonal bolt. */
export const bolt: Motif = ({ a, b, c }) =>
  area(ngon(6, 92), a) + dot(0, 0, 58, b) + ring(0, 0, 58, c, 5) + rect(-36, -8, 72, 16, c);

export const objects = {
  tea,
  cassette,
  camera,
  bicycle,
  eye,
  hand,
  die,
  spool,
  squeegee,
  headphones,
  ball,
  flame,
  skull,
  vase,
  chair,
  lemon,
  key,
  scissors,
  radio,
  shoe,
  chain,
  bolt,
} satisfies Record<string, Motif>;
