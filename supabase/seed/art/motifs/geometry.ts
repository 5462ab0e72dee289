import { area, dot, type Motif, ngon, put, rect, ring, star, stroke, times, turned, wave } from '../ink.ts';
import { randomOf } from '../raster/random.ts';

/** Dots that grow towards the foot, as in a coarse print. */
export const halftone: Motif = ({ a }) =>
  times(13, (row) =>
    times(13, (i) => dot(-96 + i * 16 + (row % 2) * 8 - 4, -96 + row * 16, 0.8 + row * 0.62, a)),
  );

export const halftoneDisc: Motif = ({ a }) =>
  times(15, (row) =>
    times(15, (i) => {
      const x = -98 + i * 14;
      const y = -98 + row * 14;
      const reach = Math.hypot(x, y);
      return reach > 98 ? '' : dot(x, y, Math.max(0.7, 7.6 - Math.hypot(x + 34, y + 34) / 18), a);
    }),
  );

export const checker: Motif = ({ a, b }) =>
  times(8, (row) =>
    times(8, (i) => ((row + i) % 2 ? '' : rect(-100 + i * 25, -100 + row * 25, 25, 25, row > 5 ? b : a))),
  );

/** A checkerboard that bulges in the middle. */
export const bulge: Motif = ({ a, b }) => {
  const bend = (u: number, v: number): string => {
    const r = Math.hypot(u, v);
    const k = r < 1 ? 0.55 + 0.45 * r * r : 1;
    return `${Math.round(u * k * 1000) / 10} ${Math.round(v * k * 1000) / 10}`;
  };
  const cells = 12;
  return times(cells, (row) =>
    times(cells, (i) => {
      if ((row + i) % 2) return '';
      const [u0, v0, s] = [-1 + (i * 2) / cells, -1 + (row * 2) / cells, 2 / cells];
      const corners = [
        [u0, v0],
        [u0 + s / 2, v0],
        [u0 + s, v0],
        [u0 + s, v0 + s / 2],
        [u0 + s, v0 + s],
        [u0 + s / 2, v0 + s],
        [u0, v0 + s],
        [u0, v0 + s / 2],
      ];
      return area(
        `M${corners.map(([u, v]) => bend(u ?? 0, v ?? 0)).join('L')}Z`,
        row % 3 === 1 && i % 3 === 1 ? b : a,
      );
    }),
  );
};

export const globe: Motif = ({ a, b }) =>
  ring(0, 0, 94, a, 5) +
  [30, 62]
    .map((rx) => `<ellipse rx="${rx}" ry="94" fill="none" stroke="${a}" stroke-width="3.4"/>`)
    .join('') +
  stroke('M0-94V94M-94 0H94', a, 3.4) +
  [-62, -33, 33, 62]
    .map((y) =>
      stroke(`M${-Math.sqrt(94 * 94 - y * y)} ${y}Q0 ${y * 1.28} ${Math.sqrt(94 * 94 - y * y)} ${y}`, a, 3.4),
    )
    .join('') +
  `<ellipse rx="118" ry="30" fill="none" stroke="${b}" stroke-width="6" transform="rotate(-22) scale(.84)"/>`;

/** Height lines of a hill that is not there. */
export const contours: Motif = ({ a, b }) =>
  times(11, (i) => {
    const r = 9 + i * 7;
    const points = Array.from({ length: 40 }, (_, k) => {
      const t = (k / 40) * Math.PI * 2;
      const reach =
        r *
        (1 +
          0.16 * Math.sin(t * 2 + 0.6 + i * 0.09) +
          0.1 * Math.cos(t * 3 - i * 0.16) +
          0.05 * Math.sin(t * 5));
      return `${Math.round(Math.cos(t) * reach * 10) / 10} ${Math.round(Math.sin(t) * reach * 9) / 10}`;
    });
    return stroke(`M${points.join('L')}Z`, i % 4 === 0 ? b : a, i % 4 === 0 ? 3.6 : 2.2);
  });

export const moire: Motif = ({ a, b }) =>
  times(12, (i) => ring(-16, 0, 6 + i * 7.2, a, 2.6)) + times(12, (i) => ring(16, 0, 6 + i * 7.2, b, 2.6));

/** The eight-pointed star of Cairo's woodwork. */
export const khatam: Motif = ({ a, b, c }) =>
  area(`${ngon(4, 96, -90)}`, a) +
  area(ngon(4, 96, -45), a) +
  area(ngon(8, 60, -67.5), b) +
  area(star(8, 54, 24), c) +
  dot(0, 0, 11, a) +
  turned(8, () => stroke('M0-62V-92', b, 4));

/** A panel of interlaced stars. */
export const zellige: Motif = ({ a, b, c }) =>
  times(3, (row) =>
    times(3, (i) =>
      put(
        area(ngon(4, 34, -90), a) +
          area(ngon(4, 34, -45), a) +
          area(star(8, 22, 10), c) +
          area(ngon(4, 9, 0), a),
        -66 + i * 66,
        -66 + row * 66,
      ),
    ),
  ) + times(2, (row) => times(2, (i) => put(area(ngon(4, 19, 0), b), -33 + i * 66, -33 + row * 66)));

export const barcode: Motif = ({ a, ground }) => {
  const random = randomOf('barcode');
  let x = -96;
  let bars = '';
  while (x < 92) {
    const width = 2 + Math.floor(random() * 4) * 2;
    bars += rect(x, -60, width, 104, a);
    x += width + 2 + Math.floor(random() * 3) * 2;
  }
  return bars + times(11, (i) => rect(-90 + i * 17, 52, 9, 14, a)) + rect(-20, -60, 4, 114, ground);
};

/** A printer's registration mark. */
export const register: Motif = ({ a, b }) =>
  ring(0, 0, 62, a, 5) +
  stroke('M-96 0H96M0-96V96', a, 5) +
  area('M0 0V-62A62 62 0 0 1 62 0ZM0 0V62A62 62 0 0 1-62 0Z', a) +
  ring(7, 5, 62, b, 3);

export const bars: Motif = ({ a, b, c }) =>
  times(9, (i) => rect(-96, -96 + i * 22, 192, 17 - i * 1.7, [a, b, c][i % 3] ?? a));

export const cubes: Motif = ({ a, b, c }) => {
  const cube = (x: number, y: number): string =>
    put(
      area('M0-24L21-12L0 0L-21-12Z', c) +
        area('M-21-12L0 0V24L-21 12Z', a) +
        area('M21-12L0 0V24L21 12Z', b),
      x,
      y,
      1.5,
    );
  return [
    [-63, -54],
    [0, -54],
    [63, -54],
    [-31, 0],
    [32, 0],
    [-63, 54],
    [0, 54],
    [63, 54],
  ]
    .map(([x, y]) => cube(x ?? 0, y ?? 0))
    .join('');
};

export const spiral: Motif = ({ a, b }) => {
  const points = Array.from({ length: 170 }, (_, i) => {
    const t = i * 0.19;
    const r = 2 + i * 0.55;
    return `${Math.round(Math.cos(t) * r * 10) / 10} ${Math.round(Math.sin(t) * r * 10) / 10}`;
  });
  return stroke(`M${points.join('L')}`, a, 7) + dot(0, 0, 8, b);
};

export const arrows: Motif = ({ a, b, c }) =>
  times(4, (i) => area(`M${-96 + i * 42} -70h26l34 70l-34 70h-26l34-70Z`, [a, b, c, a][i] ?? a));

export const soundBars: Motif = ({ a, b }) => {
  const random = randomOf('sound');
  return times(17, (i) => {
    const h = 16 + random() * 60 * (1 - Math.abs(i - 8) / 11) + (1 - Math.abs(i - 8) / 8) * 80;
    return rect(-98 + i * 12, -h / 2, 7, h, i % 5 === 2 ? b : a, 3.5);
  });
};

export const wavesField: Motif = ({ a, b }) =>
  times(12, (i) => stroke(wave(-96, 96, -88 + i * 16, 48, 5 + i * 0.9), i % 4 === 3 ? b : a, 3.4));

export const quarters: Motif = ({ a, b, c, ground }) => {
  const random = randomOf('quarters');
  const inks = [a, b, c];
  return times(16, (i) => {
    const [x, y] = [-100 + (i % 4) * 50, -100 + Math.floor(i / 4) * 50];
    const ink = inks[Math.floor(random() * 3)] ?? a;
    const turn = Math.floor(random() * 4) * 90;
    return (
      rect(x, y, 50, 50, inks[Math.floor(random() * 3)] === ink ? ground : (inks[(i + 1) % 3] ?? a)) +
      put(area('M-25-25H25A50 50 0 0 1-25 25Z', ink), x + 25, y + 25, 1, turn)
    );
  });
};

export const circlesGrid: Motif = ({ a, b, c }) =>
  times(16, (i) => {
    const [x, y] = [-75 + (i % 4) * 50, -75 + Math.floor(i / 4) * 50];
    const ink = [a, b, c][i % 3] ?? a;
    return i % 5 === 0
      ? ring(x, y, 18, ink, 9)
      : i % 3 === 1
        ? area(`M${x - 22} ${y}a22 22 0 0 1 44 0Z`, ink)
        : dot(x, y, 22, ink);
  });

export const steps: Motif = ({ a, b, c }) =>
  times(6, (i) => rect(-96 + i * 32, 60 - i * 27, 32, 36 + i * 27, [a, b, c][i % 3] ?? a)) +
  dot(-56, -50, 30, c);

export const tunnel: Motif = ({ a, b }) =>
  times(9, (i) => {
    const s = 96 - i * 10.5;
    return `<rect x="${-s + i * 1.6}" y="${-s - i * 1.2}" width="${s * 2}" height="${s * 2}" fill="${i % 2 ? b : a}" transform="rotate(${i * 4})"/>`;
  });

export const geometry = {
  halftone,
  halftoneDisc,
  checker,
  bulge,
  globe,
  contours,
  moire,
  khatam,
  zellige,
  barcode,
  register,
  bars,
  cubes,
  spiral,
  arrows,
  soundBars,
  wavesField,
  quarters,
  circlesGrid,
  steps,
  tunnel,
} satisfies Record<string, Motif>;
