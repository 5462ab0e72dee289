import { area, dot, mirrored, ngon, put, rect, ring, star, stroke, times, turned } from '../ink.ts';
import { setLine } from '../lettering.ts';
import { type MotifName, motif } from '../motifs/all-motifs.ts';
import { randomOf } from '../raster/random.ts';
import { type BoxPalette, glow, type Scene, sky } from './palette.ts';

const inked = ({ night, spark, flare, pale }: BoxPalette) => ({ a: night, b: flare, c: spark, ground: pale });

export const library: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('library');
  const shelf = (y: number, from: number, to: number): string => {
    let x = from;
    let out = rect(from - 10, y, to - from + 20, 18, night);
    while (x < to - 40) {
      const w = 18 + random() * 32;
      const h = 96 + random() * 54;
      const fill = [mid, soft, spark, flare, pale, deep][Math.floor(random() * 6)] ?? mid;
      out +=
        rect(x, y - h, w - 3, h, fill, 3) +
        rect(x + 3, y - h + 18, w - 9, 7, night) +
        (random() > 0.5 ? rect(x + 3, y - 40, w - 9, 5, night) : '');
      x += w;
    }
    return out;
  };
  return (
    rect(0, 0, 1000, 1000, deep) +
    times(6, (i) => shelf(170 + i * 168, 20, 320) + shelf(170 + i * 168, 690, 990)) +
    area('M350 1010V330C350 120 650 120 650 330V1010Z', night) +
    area('M372 1010V340C372 150 628 150 628 340V1010Z', mid) +
    glow(500, 380, 240, pale, 0.9) +
    dot(530, 360, 76, pale) +
    stroke('M500 160V1000M372 520H628M372 760H628', night, 11) +
    stroke('M250 1010L330 90M330 1010L396 90', spark, 13) +
    times(8, (i) => stroke(`M${262 + i * 8} ${900 - i * 110}L${334 + i * 8} ${900 - i * 110}`, spark, 10)) +
    put(motif('cat')({ a: night, b: spark, c: flare, ground: deep }), 540, 880, 1.2)
  );
};

export const hive: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('hive');
  let cells = '';
  for (let row = 0; row < 9; row++)
    for (let i = 0; i < 8; i++) {
      const x = i * 142 + (row % 2 ? 71 : 0);
      const y = row * 123;
      cells += put(
        area(ngon(6, 76, -90), [spark, soft, flare, mid][Math.floor(random() * 4)] ?? spark) +
          area(ngon(6, 54, -90), random() > 0.6 ? deep : pale, ' opacity=".35"'),
        x,
        y,
      );
    }
  const bee = motif('bee')({ a: night, b: pale, c: spark, ground: spark });
  return (
    rect(0, 0, 1000, 1000, deep) +
    cells +
    glow(500, 520, 330, pale, 0.5) +
    put(bee, 500, 520, 2.7, 12) +
    put(bee, 180, 280, 1, -40) +
    put(bee, 830, 300, 0.9, 50) +
    put(bee, 220, 820, 0.8, 130) +
    put(bee, 820, 810, 1.1, -120)
  );
};

export const mosaic: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  rect(0, 0, 1000, 1000, night) +
  times(36, (i) =>
    put(
      motif('quarters')({ a: mid, b: soft, c: deep, ground: night }),
      83 + (i % 6) * 167,
      83 + Math.floor(i / 6) * 167,
      0.83,
      (i * 90) % 360,
    ),
  ) +
  dot(500, 500, 330, night) +
  ring(500, 500, 330, spark, 16) +
  put(motif('khatam')({ a: spark, b: flare, c: pale, ground: night }), 500, 500, 3);

export const treasureMap: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  rect(0, 0, 1000, 1000, mid) +
  area(
    'M90 210C260 90 420 180 560 120C720 60 900 140 930 330C960 520 880 620 920 760C900 900 700 930 560 890C420 850 300 940 170 860C40 770 130 640 80 500C50 380 40 270 90 210Z',
    pale,
  ) +
  put(motif('contours')({ a: soft, b: spark, c: soft, ground: pale }), 430, 430, 3.3) +
  stroke(
    'M200 760C330 640 300 560 420 540C560 520 560 690 680 640C780 600 760 420 700 330',
    flare,
    12,
    ' stroke-dasharray="26 22"',
  ) +
  stroke('M664 284L738 358M738 284L664 358', flare, 22) +
  put(area(star(4, 100, 22), night) + area(star(4, 62, 20, -45), deep) + dot(0, 0, 12, spark), 800, 790, 1) +
  times(4, (i) =>
    put(
      motif('palm')({ a: deep, b: night, c: flare, ground: pale }),
      250 + i * 130,
      330 - (i % 2) * 60,
      0.55,
    ),
  ) +
  put(motif('mountains')({ a: deep, b: night, c: spark, ground: pale }), 300, 700, 0.9) +
  put(motif('felucca')({ a: night, b: deep, c: 'none', ground: mid }), 60, 930, 0.8);

export const fogStreet: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(night, mid) +
  times(
    5,
    (i) =>
      rect(-30 + i * 96, 240 + i * 56, 110, 800, i % 2 ? deep : night) +
      rect(910 - i * 96, 240 + i * 56, 110, 800, i % 2 ? deep : night),
  ) +
  times(9, (i) =>
    rect(30 + (i % 3) * 92, 380 + Math.floor(i / 3) * 110, 22, 34, i % 4 === 0 ? spark : night),
  ) +
  area('M500 250L260 900H740Z', spark, ' opacity=".35"') +
  glow(500, 260, 240, spark, 0.95) +
  rect(492, 250, 16, 600, night) +
  area('M460 240H540L524 190H476Z', night) +
  dot(500, 252, 24, pale) +
  area('M-20 1010V860C200 820 800 820 1020 860V1010Z', deep) +
  area('M300 900C400 860 600 860 700 900C640 930 360 930 300 900Z', spark, ' opacity=".4"') +
  put(
    area(
      'M-70-150H70L56-120H-56ZM-44-190H44V-150H-44ZM-36-120H36V-80H-36ZM-60-84C-20-100 20-100 60-84L86 190H-86Z',
      night,
    ) + area('M-10-80L0 60L14-80Z', flare),
    620,
    700,
    1.1,
  ) +
  area('M570 905C640 890 900 930 1000 980H620Z', night, ' opacity=".6"') +
  times(3, (i) =>
    area(
      `M-20 ${650 + i * 90}C240 ${620 + i * 90} 700 ${690 + i * 90} 1020 ${640 + i * 90}V${700 + i * 90}C700 ${740 + i * 90} 240 ${680 + i * 90} -20 ${700 + i * 90}Z`,
      soft,
      ' opacity=".22"',
    ),
  );

/** Rays of a tent or a stage around one figure. */
const stage =
  (name: MotifName): Scene =>
  (palette) =>
    rect(0, 0, 1000, 1000, palette.flare) +
    turned(12, () => area('M500 480L380 -420H620Z', palette.pale), 500, 480) +
    glow(500, 480, 460, palette.spark, 0.75) +
    dot(500, 480, 270, palette.night) +
    ring(500, 480, 288, palette.spark, 14) +
    put(
      motif(name)({ a: palette.spark, b: palette.soft, c: palette.flare, ground: palette.night }),
      500,
      480,
      2.1,
    ) +
    area(
      'M-20 -10H1020V130C920 210 860 120 780 150C700 180 640 220 500 160C360 220 300 180 220 150C140 120 80 210 -20 130Z',
      palette.deep,
    ) +
    area('M-20 1010V870C200 830 800 830 1020 870V1010Z', palette.deep);

export const circus = stage('ball');
export const spotlight = stage('cat');

export const gears: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const gear = (
    x: number,
    y: number,
    r: number,
    teeth: number,
    fill: string,
    hub: string,
    turn: number,
  ): string =>
    put(
      turned(teeth, () => rect(-r * 0.11, -r * 1.16, r * 0.22, r * 0.3, fill, 6)) +
        dot(0, 0, r, fill) +
        dot(0, 0, r * 0.7, hub) +
        turned(5, () => rect(-r * 0.07, -r * 0.74, r * 0.14, r * 0.74, fill)) +
        dot(0, 0, r * 0.26, fill) +
        dot(0, 0, r * 0.12, hub),
      x,
      y,
      1,
      turn,
    );
  return (
    sky(deep, night) +
    gear(240, 330, 230, 16, mid, deep, 0) +
    gear(650, 300, 190, 14, soft, deep, 8) +
    gear(480, 640, 250, 18, spark, night, 4) +
    gear(860, 620, 160, 12, flare, deep, 10) +
    gear(130, 760, 150, 12, pale, deep, 3) +
    put(motif('bolt')({ a: flare, b: night, c: pale, ground: night }), 480, 640, 0.9) +
    times(9, (i) => dot(60 + i * 110, 60, 12, soft) + dot(60 + i * 110, 944, 12, soft))
  );
};

export const kitchen: Scene = (palette) => {
  const { mid, pale, spark, flare, soft, night, deep } = palette;
  const plate = (x: number, y: number, r: number, inner: string): string =>
    dot(x + 8, y + 12, r, deep) + dot(x, y, r, pale) + ring(x, y, r * 0.78, soft, 6) + inner;
  return (
    rect(0, 0, 1000, 1000, mid) +
    times(8, (i) => rect(i * 130 - 20, 0, 65, 1000, soft)) +
    plate(300, 330, 190, put(motif('lemon')({ ...inked(palette), c: spark }), 300, 330, 1)) +
    plate(
      720,
      430,
      230,
      put(motif('fish')({ a: night, b: pale, c: flare, ground: pale }), 720, 430, 1.5, -24),
    ) +
    plate(330, 740, 170, put(motif('lotus')(inked(palette)), 330, 740, 0.95)) +
    put(motif('tea')({ a: night, b: pale, c: flare, ground: mid }), 640, 800, 1.2) +
    put(motif('olive')({ a: deep, b: night, c: flare, ground: mid }), 880, 780, 1) +
    put(motif('daisy')({ a: pale, b: spark, c: flare, ground: mid }), 110, 560, 0.7) +
    stroke('M520 120V300M500 120V200M540 120V200M520 200Q500 230 500 200', night, 9) +
    put(motif('daisy')({ a: pale, b: spark, c: flare, ground: mid }), 900, 140, 0.8)
  );
};

export const letters: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('letters');
  const text = 'SOUKWORDPLAYTILEQUIZNOMADJUMBLECAFE';
  return (
    rect(0, 0, 1000, 1000, deep) +
    times(25, (i) => {
      const [x, y] = [100 + (i % 5) * 200, 100 + Math.floor(i / 5) * 200];
      const fill = [pale, spark, pale, flare, soft, pale][Math.floor(random() * 6)] ?? pale;
      return put(
        rect(-80, -72, 168, 168, night, 22) +
          rect(-86, -86, 168, 168, fill, 22) +
          area(
            setLine('archivo', text[i] ?? 'A', { x: -4, y: 42, size: 124 }).d,
            fill === pale || fill === spark ? night : mid,
          ),
        x,
        y,
        1,
        random() * 10 - 5,
      );
    })
  );
};

export const stones: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  rect(0, 0, 1000, 1000, mid) +
  times(9, (i) => stroke(`M${100 + i * 100} 60V940M60 ${100 + i * 100}H940`, deep, 4)) +
  times(19, (i) => {
    const [x, y] = [100 + ((i * 7) % 9) * 100, 100 + ((i * 5 + Math.floor(i / 9) * 3) % 9) * 100];
    return (
      dot(x + 6, y + 9, 46, deep) +
      dot(x, y, 46, i % 3 === 0 ? pale : i % 3 === 1 ? night : i % 2 ? spark : flare) +
      dot(x - 14, y - 16, 10, soft)
    );
  });

const maze =
  (name: MotifName): Scene =>
  ({ night, deep, mid, soft, pale, spark, flare }) => {
    const random = randomOf(`maze/${name}`);
    return (
      sky(deep, night) +
      glow(500, 500, 470, mid, 0.9) +
      times(8, (i) => {
        const r = 160 + i * 46;
        const gap = random() * 360;
        const sweep = 300 + random() * 30;
        const at = (degrees: number): string =>
          `${Math.round(500 + Math.cos((degrees * Math.PI) / 180) * r)} ${Math.round(500 + Math.sin((degrees * Math.PI) / 180) * r)}`;
        return stroke(
          `M${at(gap)}A${r} ${r} 0 1 1 ${at(gap + sweep)}`,
          [soft, spark, pale, flare][i % 4] ?? soft,
          17,
        );
      }) +
      put(motif(name)({ a: pale, b: flare, c: spark, ground: night }), 500, 500, 1.25)
    );
  };

export const labyrinth = maze('eye');
export const signal = maze('radio');

export const serpent: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(flare, pale) +
  dot(620, 330, 190, spark) +
  rect(420, 260, 180, 760, deep) +
  times(5, (i) => rect(402 + i * 44, 226, 28, 44, deep)) +
  times(6, (i) => rect(450 + (i % 2) * 80, 330 + Math.floor(i / 2) * 190, 36, 64, night, 18)) +
  put(motif('snake')({ a: mid, b: soft, c: flare, ground: pale }), 500, 540, 4.6) +
  area('M-20 1010V900C240 850 460 910 620 890C780 870 900 880 1020 900V1010Z', night) +
  mirrored('') +
  times(6, (i) => stroke(`M${60 + i * 180} 200q20-20 40 0q20-20 40 0`, night, 6));

export const garden: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('garden');
  const flowers: MotifName[] = ['daisy', 'poppy', 'lotus', 'olive', 'daisy'];
  return (
    rect(0, 0, 1000, 1000, deep) +
    times(70, (i) => {
      const name = flowers[i % 5] ?? 'daisy';
      const inks = [
        { a: pale, b: spark, c: mid, ground: deep },
        { a: flare, b: night, c: mid, ground: deep },
        { a: soft, b: flare, c: spark, ground: deep },
        { a: mid, b: soft, c: flare, ground: deep },
      ][i % 4] ?? { a: pale, b: spark, c: mid, ground: deep };
      return put(
        motif(name)(inks),
        (i * 137) % 1020,
        (i * 211 + random() * 60) % 1020,
        0.5 + random() * 0.5,
        random() * 60 - 30,
      );
    }) +
    dot(500, 500, 300, night) +
    ring(500, 500, 300, spark, 14) +
    put(motif('bee')({ a: spark, b: pale, c: flare, ground: night }), 500, 490, 1.9)
  );
};

export const dice: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(mid, deep) +
  turned(16, (i) => area('M500 520L450 -300H550Z', i % 2 ? soft : mid, ' opacity=".5"'), 500, 520) +
  put(motif('die')({ a: pale, b: soft, c: spark, ground: night }), 520, 560, 2.8, -8) +
  put(motif('die')({ a: flare, b: deep, c: spark, ground: pale }), 210, 320, 1.3, 16) +
  put(motif('die')({ a: spark, b: mid, c: pale, ground: night }), 820, 300, 1.2, -22) +
  put(motif('die')({ a: night, b: deep, c: flare, ground: pale }), 210, 800, 1.3, -12) +
  put(motif('die')({ a: soft, b: mid, c: pale, ground: night }), 850, 830, 1.1, 26);

export const teaHouse: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  rect(0, 0, 1000, 1000, mid) +
  times(49, (i) =>
    put(
      motif('zellige')({ a: deep, b: soft, c: mid, ground: mid }),
      (i % 7) * 167,
      Math.floor(i / 7) * 167,
      0.78,
    ),
  ) +
  area('M110 1010V420C110 60 890 60 890 420V1010Z', night) +
  area('M150 1010V430C150 120 850 120 850 430V1010Z', pale) +
  glow(500, 480, 360, spark, 0.8) +
  times(3, (i) =>
    put(
      motif('tea')({ a: night, b: soft, c: i === 1 ? flare : spark, ground: pale }),
      290 + i * 210,
      640 - (i === 1 ? 60 : 0),
      i === 1 ? 1.9 : 1.35,
    ),
  ) +
  rect(150, 800, 700, 36, night) +
  rect(150, 836, 700, 190, deep) +
  put(motif('lantern')({ a: night, b: flare, c: spark, ground: pale }), 500, 270, 1);
