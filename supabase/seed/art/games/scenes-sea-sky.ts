import { area, dot, mirrored, put, rect, star, stroke, times, wave } from '../ink.ts';
import { motif } from '../motifs/all-motifs.ts';
import { randomOf } from '../raster/random.ts';
import { glow, type Scene, sky } from './palette.ts';

const gull = (x: number, y: number, s: number, color: string): string =>
  put(stroke('M-30-10Q-12-26 0 0Q12-26 30-10', color, 6), x, y, s);

const sea = (y: number, colors: readonly string[]): string =>
  colors
    .map((fill, i) => area(`${wave(-40, 1060, y + i * 70, 150 - i * 12, 16 + i * 3)}V1010H-40Z`, fill))
    .join('');

export const voyage: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(soft, pale) +
  dot(300, 350, 150, spark) +
  glow(300, 350, 320, spark, 0.5) +
  times(3, (i) =>
    put(area('M-120 16C-100-20-40-30 0-14C40-44 110-30 130 16Z', pale), 180 + i * 320, 180 + (i % 2) * 80, 1),
  ) +
  put(motif('felucca')({ a: night, b: flare, c: 'none', ground: mid }), 560, 480, 3.1) +
  sea(690, [mid, deep, mid, deep, night]) +
  gull(240, 560, 1, night) +
  gull(360, 500, 0.7, night) +
  gull(800, 260, 0.9, night);

export const lighthouse: Scene = ({ night, deep, mid, pale, spark, flare }) =>
  sky(night, mid) +
  times(40, (i) => dot((i * 233) % 1000, (i * 127) % 480, 1.4 + (i % 3), pale)) +
  area('M660 300L-40 120V420Z', spark, ' opacity=".55"') +
  area('M700 300L1040 220V420Z', spark, ' opacity=".4"') +
  area('M620 760L650 350H710L740 760Z', pale) +
  times(3, (i) =>
    area(
      `M${643 - i * 9} ${450 + i * 116}H${717 + i * 9}L${721 + i * 9} ${506 + i * 116}H${639 - i * 9}Z`,
      flare,
    ),
  ) +
  rect(640, 330, 80, 22, night) +
  rect(652, 272, 56, 60, spark) +
  area('M640 274L680 226L720 274Z', night) +
  glow(680, 302, 170, spark, 0.9) +
  area('M420 1010C440 820 560 740 680 740C800 740 900 800 1020 780V1010Z', deep) +
  sea(800, [mid, deep, night]);

export const deepSea: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('deep');
  return (
    sky(soft, night) +
    times(6, (i) =>
      area(
        `M${80 + i * 150} -10H${150 + i * 150}L${20 + i * 190} 1010H${-120 + i * 190}Z`,
        pale,
        ' opacity=".14"',
      ),
    ) +
    times(12, (i) =>
      put(
        motif('fish')({ a: i % 3 ? spark : flare, b: pale, c: night, ground: deep }),
        140 + ((i * 211) % 740),
        420 + ((i * 97) % 300),
        0.42 + (i % 4) * 0.12,
      ),
    ) +
    put(
      area(
        'M-260 20C-240-110 80-150 220-30C250-50 300-120 350-110C330-60 340 0 372 40C320 50 270 30 240 10C160 110-200 130-260 20Z',
        mid,
      ) +
        area('M-250 40C-160 90 100 90 200 24C120 110-190 130-250 40Z', pale) +
        dot(-180, 0, 12, night) +
        stroke('M-250 38C-200 60-150 60-110 40', night, 5),
      470,
      330,
      1,
    ) +
    times(26, () => dot(random() * 1000, 100 + random() * 760, 4 + random() * 12, pale)) +
    times(11, (i) =>
      stroke(
        `M${40 + i * 96} 1010C${-10 + i * 96} ${900 - (i % 3) * 40} ${100 + i * 96} ${850 - (i % 2) * 70} ${40 + i * 96} ${740 - (i % 4) * 50}`,
        i % 2 ? deep : spark,
        24,
      ),
    ) +
    area('M-20 1010V930C200 880 380 960 560 930C760 900 900 940 1020 920V1010Z', night)
  );
};

export const volcano: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(deep, flare) +
  times(7, (i) => dot(420 + ((i * 67) % 200), 90 + i * 34, 110 - i * 9, i % 2 ? mid : soft)) +
  area('M120 820C260 720 360 500 410 340H590C640 500 740 720 880 820Z', night) +
  area('M410 340C430 400 440 360 460 440C476 520 500 400 516 380C540 500 560 380 590 340Z', spark) +
  stroke('M470 420C440 560 520 620 470 800M540 400C580 540 540 640 620 800', spark, 16) +
  times(14, (i) =>
    dot(
      500 + Math.cos(i * 1.9) * (60 + i * 16),
      300 - Math.abs(Math.sin(i * 1.3)) * 210,
      5 + (i % 3) * 4,
      i % 2 ? spark : pale,
    ),
  ) +
  sea(800, [mid, deep, night]) +
  put(motif('palm')({ a: deep, b: night, c: flare, ground: mid }), 150, 690, 1.9) +
  put(motif('palm')({ a: deep, b: night, c: flare, ground: mid }), 880, 720, 1.6);

export const orbit: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('orbit');
  return (
    `<radialGradient id="space"><stop offset="0" stop-color="${mid}"/><stop offset="1" stop-color="${night}"/></radialGradient><rect width="1000" height="1000" fill="url(#space)"/>` +
    times(110, () => dot(random() * 1000, random() * 1000, 0.8 + random() * 3, pale)) +
    glow(560, 470, 420, flare, 0.5) +
    `<clipPath id="planet"><circle cx="560" cy="470" r="250"/></clipPath><g clip-path="url(#planet)">${rect(300, 200, 540, 540, soft)}${times(7, (i) => area(`${wave(280, 860, 260 + i * 74, 290, 22)}v${34 + (i % 3) * 10}H280Z`, [spark, mid, pale, deep][i % 4] ?? mid))}${area('M560 200A270 270 0 0 1 560 740A420 420 0 0 0 560 200Z', night, ' opacity=".45"')}</g>` +
    `<g transform="rotate(-18 560 470)" fill="none"><path d="M318 470A380 92 0 1 0 802 470" stroke="${spark}" stroke-width="26"/><path d="M300 486A410 118 0 0 0 820 486" stroke="${pale}" stroke-width="9"/></g>` +
    dot(190, 230, 62, flare) +
    dot(170, 214, 16, deep) +
    dot(212, 250, 10, deep) +
    put(
      area('M0-96C34-60 36 0 24 50H-24C-36 0-34-60 0-96Z', pale) +
        dot(0, -26, 15, deep) +
        mirrored(area('M24 16L56 64L22 50Z', flare)) +
        area('M-16 52C-10 90 0 120 0 130C0 120 10 90 16 52Z', spark),
      240,
      700,
      1.5,
      38,
    )
  );
};

export const ice: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(night, mid) +
  times(36, (i) => dot((i * 271) % 1000, (i * 89) % 420, 1.2 + (i % 3), pale)) +
  times(3, (i) =>
    area(
      `M-20 ${300 + i * 70}C200 ${120 + i * 80} 380 ${420 + i * 30} 560 ${220 + i * 70}C740 ${60 + i * 90} 860 ${330 + i * 40} 1020 ${170 + i * 70}V${260 + i * 70}C860 ${430 + i * 40} 740 ${180 + i * 90} 560 ${350 + i * 60}C380 ${540 + i * 30} 200 ${260 + i * 80} -20 ${420 + i * 60}Z`,
      [spark, flare, soft][i] ?? spark,
      ' opacity=".55"',
    ),
  ) +
  area('M60 800L220 480L300 600L380 520L520 800Z', pale) +
  area('M220 480L260 640L200 800H60Z', soft) +
  area('M560 800L700 560L780 650L860 590L980 800Z', pale) +
  area('M700 560L720 700L640 800H560Z', soft) +
  sea(790, [deep, mid, night]) +
  put(area('M-60 0H60L40 50H-44Z', pale), 300, 900, 1.6) +
  times(3, (i) =>
    put(
      area('M-18 40C-26-10-20-56 0-60C20-56 26-10 18 40Z', night) +
        area('M-10 36C-14 0-10-30 0-32C10-30 14 0 10 36Z', pale) +
        area('M-5-46H5L0-34Z', spark),
      260 + i * 44,
      860,
      0.9,
    ),
  );

export const balloons: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const balloon = (x: number, y: number, s: number, inks: readonly [string, string]): string =>
    put(
      area(
        'M0 120C-70 70-100 20-100-30C-100-90-50-130 0-130C50-130 100-90 100-30C100 20 70 70 0 120Z',
        inks[0],
      ) +
        area('M0 120C-30 60-44 20-44-30C-44-90-20-130 0-130C20-130 44-90 44-30C44 20 30 60 0 120Z', inks[1]) +
        area(
          'M0 120C-52 66-74 20-74-30C-74-90-34-130 0-130C-26-110-60-80-60-30C-60 20-36 70 0 120Z',
          inks[1],
        ) +
        stroke('M-16 110L-12 150M16 110L12 150', night, 4) +
        rect(-18, 150, 36, 28, night, 5),
      x,
      y,
      s,
    );
  return (
    sky(mid, pale) +
    dot(800, 190, 90, spark) +
    times(6, (i) =>
      put(
        area('M-130 24C-130-24-70-34-44-18C-24-66 66-60 74-10C122-18 132 22 110 30H-120Z', pale),
        (i * 223) % 1000,
        260 + ((i * 131) % 520),
        0.8 + (i % 3) * 0.3,
      ),
    ) +
    balloon(480, 380, 1.9, [flare, pale]) +
    balloon(200, 620, 1.1, [spark, deep]) +
    balloon(800, 600, 1.25, [deep, spark]) +
    balloon(680, 240, 0.6, [mid, pale]) +
    balloon(180, 260, 0.72, [soft, night]) +
    area('M-20 1010V880C160 820 340 890 520 860C720 826 860 880 1020 850V1010Z', deep) +
    area('M-20 1010V940C240 900 460 960 1020 920V1010Z', night)
  );
};

export const stormSea: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(night, soft) +
  put(motif('storm')({ a: mid, b: spark, c: pale, ground: night }), 330, 240, 2.1) +
  put(motif('storm')({ a: deep, b: flare, c: pale, ground: night }), 760, 200, 1.6) +
  put(motif('greatWave')({ a: deep, b: pale, c: spark, ground: night }), 540, 560, 4) +
  sea(830, [mid, night]);

export const pirates: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(deep, soft) +
  dot(500, 420, 330, flare) +
  glow(500, 420, 470, spark, 0.4) +
  put(motif('skull')({ a: pale, b: spark, c: night, ground: night }), 500, 400, 2.5) +
  `<g transform="translate(500 640)">${mirrored(`<g transform="rotate(38)">${rect(-14, -360, 28, 520, night, 10)}${area('M-14-360C-60-420-20-480 40-470C30-440 20-400 14-360Z', pale)}${rect(-50, 60, 100, 22, spark, 8)}</g>`)}</g>` +
  sea(800, [mid, deep, night]) +
  times(5, (i) => put(area(star(5, 20, 9), spark), 120 + i * 190, 120 + (i % 2) * 70));
