import { area, dot, put, rect, ring, stroke, times } from '../ink.ts';
import { motif } from '../motifs/all-motifs.ts';
import { randomOf } from '../raster/random.ts';
import { glow, type Scene, sky } from './palette.ts';

const ridge = (y: number, rough: number, word: string, steps = 9): string => {
  const random = randomOf(word);
  let d = `M-20 1010V${y}`;
  for (let i = 0; i <= steps; i++) {
    const x = -20 + (i * 1040) / steps;
    d += `L${Math.round(x)} ${Math.round(y - (i % 2 ? rough : -rough * 0.4) * (0.5 + random()))}`;
  }
  return `${d}L1020 1010Z`;
};

const pine = (x: number, y: number, h: number, fill: string): string =>
  area(
    `M${x} ${y - h}L${x + h * 0.2} ${y - h * 0.55}H${x + h * 0.1}L${x + h * 0.28} ${y - h * 0.2}H${x + h * 0.05}V${y}H${x - h * 0.05}V${y - h * 0.2}H${x - h * 0.28}L${x - h * 0.1} ${y - h * 0.55}H${x - h * 0.2}Z`,
    fill,
  );

export const dunes: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(spark, pale) +
  glow(660, 400, 420, flare, 0.8) +
  dot(660, 400, 150, flare) +
  area('M-20 560C160 470 300 520 470 590C640 660 820 520 1020 560V1010H-20Z', soft) +
  area('M470 590C640 660 820 520 1020 560V1010H640C620 840 560 700 470 590Z', mid) +
  area('M-20 700C180 600 360 640 520 740C700 850 880 700 1020 690V1010H-20Z', mid) +
  area('M-20 700C180 600 360 640 520 740C420 780 260 860 120 1010H-20Z', soft) +
  area('M-20 880C220 760 480 900 640 880C780 862 900 820 1020 850V1010H-20Z', deep) +
  times(4, (i) =>
    put(
      motif('camel')({ a: night, b: night, c: 'none', ground: mid }),
      250 + i * 150,
      690 + (i % 2) * 10 - i * 6,
      0.62 - i * 0.05,
    ),
  );

export const ranges: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(flare, pale) +
  glow(330, 360, 300, spark, 0.9) +
  dot(330, 360, 92, spark) +
  area(ridge(500, 150, 'r1'), soft) +
  area(ridge(600, 170, 'r2', 7), mid) +
  area(ridge(720, 120, 'r3'), deep) +
  area(
    'M420 1010C440 900 600 880 560 800C540 760 620 740 640 720C660 760 620 780 660 820C740 890 620 920 700 1010Z',
    pale,
    ' opacity=".85"',
  ) +
  area('M-20 1010V850C120 800 260 850 400 1010ZM1020 1010V830C900 800 760 860 690 1010Z', night) +
  times(7, (i) => pine(30 + i * 62, 900 + (i % 3) * 34, 210 - (i % 3) * 40, night)) +
  times(6, (i) => pine(730 + i * 54, 900 + (i % 2) * 30, 190 + (i % 3) * 44, night));

export const nightCity: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('city');
  const row = (base: number, fill: string, lit: string, low: number, high: number, width: number): string => {
    let x = -30;
    let out = '';
    while (x < 1010) {
      const w = width * (0.7 + random() * 0.7);
      const h = low + random() * (high - low);
      out += rect(x, base - h, w, h + 400, fill);
      if (random() > 0.6) out += rect(x + w * 0.4, base - h - 46, 6, 46, fill);
      for (let wy = base - h + 24; wy < base + 120; wy += 38)
        for (let wx = x + 14; wx < x + w - 20; wx += 30)
          if (random() > 0.55) out += rect(wx, wy, 13, 18, random() > 0.25 ? lit : flare);
      x += w + 6;
    }
    return out;
  };
  return (
    sky(night, mid) +
    glow(730, 240, 260, pale, 0.5) +
    dot(730, 240, 84, pale) +
    times(50, () => dot(random() * 1000, random() * 460, 1 + random() * 2.4, pale)) +
    row(640, deep, soft, 120, 330, 90) +
    row(760, mid, spark, 90, 300, 120) +
    row(900, night, spark, 80, 260, 150)
  );
};

export const forest: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const random = randomOf('forest');
  const trunks = (count: number, fill: string, w: number): string =>
    times(count, (i) => {
      const x = (i + random() * 0.8) * (1000 / count);
      const lean = random() * 30 - 15;
      return (
        area(`M${x} 1010L${x + lean} -10H${x + lean + w * 0.7}L${x + w} 1010Z`, fill) +
        stroke(
          `M${x + lean} ${200 + random() * 300}q${random() > 0.5 ? -70 : 70} -60 ${random() > 0.5 ? -120 : 130} -130`,
          fill,
          w * 0.28,
        )
      );
    });
  return (
    sky(soft, pale) +
    glow(500, 520, 430, spark, 0.95) +
    trunks(9, soft, 34) +
    glow(500, 560, 300, spark, 0.7, 'g2') +
    trunks(7, mid, 52) +
    area('M-20 1010V820C160 780 320 850 500 830C700 806 860 780 1020 830V1010Z', deep) +
    trunks(3, night, 92) +
    times(9, (i) =>
      put(
        area('M-34 0C-34-44 34-44 34 0Z', i % 2 ? flare : spark) +
          rect(-9, -2, 18, 40, pale, 6) +
          dot(-12, -16, 5, pale) +
          dot(12, -20, 6, pale),
        90 + i * 104,
        900 + (i % 3) * 34,
        0.8 + (i % 3) * 0.24,
      ),
    )
  );
};

export const citadel: Scene = ({ night, deep, mid, soft, pale, spark, flare }) => {
  const tower = (x: number, y: number, w: number, h: number, fill: string): string =>
    rect(x, y, w, h, fill) +
    times(4, (i) => rect(x - 8 + (i * (w + 16 - w / 5)) / 3, y - 26, w / 5, 28, fill)) +
    rect(x - 8, y - 4, w + 16, 18, fill) +
    rect(x + w / 2 - 8, y + 60, 16, 40, night, 8);
  return (
    sky(mid, pale) +
    times(13, (i) =>
      area('M500 520L440 -300H520Z', spark, ` opacity=".22" transform="rotate(${-78 + i * 13} 500 520)"`),
    ) +
    dot(500, 480, 170, spark) +
    area('M-20 1010V760C180 700 300 640 500 640C700 640 820 700 1020 770V1010Z', deep) +
    tower(330, 420, 110, 360, soft) +
    tower(560, 420, 110, 360, soft) +
    tower(440, 320, 120, 460, mid) +
    rect(250, 560, 500, 220, soft) +
    times(9, (i) => rect(246 + i * 58, 534, 34, 30, soft)) +
    area('M450 780V690C450 630 550 630 550 690V780Z', night) +
    stroke('M500 290V190', night, 7) +
    area('M503 192L600 222L503 252Z', flare) +
    stroke('M385 390V320M615 390V320', night, 5) +
    area('M388 322L440 340L388 358ZM618 322L670 340L618 358Z', flare) +
    area('M-20 1010V880C200 820 380 860 500 900C640 860 840 830 1020 880V1010Z', night)
  );
};

export const railway: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(soft, pale) +
  times(15, (i) =>
    area('M500 500L470 -400H530Z', spark, ` opacity=".35" transform="rotate(${-91 + i * 13} 500 500)"`),
  ) +
  dot(500, 500, 130, spark) +
  area('M-20 1010V520C160 500 330 470 500 510C680 470 850 500 1020 520V1010Z', mid) +
  area('M-20 1010V600L420 540L200 1010ZM1020 1010V600L580 540L800 1010Z', deep) +
  area('M470 520H530L860 1010H140Z', night) +
  times(9, (i) =>
    area(
      `M${470 - i * i * 4.4} ${530 + i * i * 6.4}H${530 + i * i * 4.4}v${5 + i * 3}H${470 - i * i * 4.4}Z`,
      soft,
    ),
  ) +
  stroke('M484 520L260 1010M516 520L740 1010', pale, 11) +
  rect(404, 420, 192, 210, night, 28) +
  rect(424, 440, 152, 70, pale, 12) +
  rect(496, 440, 8, 70, night) +
  rect(404, 530, 192, 30, flare) +
  dot(440, 590, 17, spark) +
  dot(560, 590, 17, spark) +
  area('M390 630H610L640 690H360Z', deep) +
  times(
    4,
    (i) =>
      stroke(
        `M${380 - i * 110} ${560 + i * 60}V${360 - i * 50}M${350 - i * 125} ${392 - i * 46}H${410 - i * 95}`,
        night,
        6 + i * 2,
      ) +
      stroke(
        `M${620 + i * 110} ${560 + i * 60}V${360 - i * 50}M${590 + i * 95} ${392 - i * 46}H${650 + i * 125}`,
        night,
        6 + i * 2,
      ),
  );

export const bazaar: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(night, deep) +
  times(
    3,
    (i) =>
      area(
        `M${130 + i * 280} 620V330C${130 + i * 280} 190 ${310 + i * 280} 190 ${310 + i * 280} 330V620Z`,
        i === 1 ? soft : mid,
      ) + glow(220 + i * 280, 460, 170, spark, 0.75),
  ) +
  times(
    5,
    (i) =>
      stroke(`M${100 + i * 200} -10V${90 + (i % 2) * 70}`, spark, 4) +
      put(
        motif('lantern')({ a: spark, b: flare, c: pale, ground: flare }),
        100 + i * 200,
        170 + (i % 2) * 70,
        0.9,
      ),
  ) +
  times(3, (s) =>
    times(7, (i) =>
      area(
        `M${-20 + s * 350 + i * 50} 560H${30 + s * 350 + i * 50}V650a25 25 0 0 1-50 0Z`,
        i % 2 ? pale : ([flare, spark, soft][s] ?? flare),
      ),
    ),
  ) +
  times(
    3,
    (s) =>
      rect(-4 + s * 350, 760, 320, 260, [mid, deep, mid][s] ?? mid) +
      times(8, (i) => dot(26 + s * 350 + i * 38, 754, 24, [spark, flare, pale, soft][(i + s) % 4] ?? spark)) +
      times(7, (i) => dot(45 + s * 350 + i * 38, 718, 24, [flare, spark, soft][(i + s) % 3] ?? flare)),
  ) +
  area('M-20 1010V900H1020V1010Z', night);

export const tomb: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  rect(0, 0, 1000, 1000, night) +
  times(5, (i) =>
    area(
      `M${i * 88} ${i * 62}H${1000 - i * 88}V${1000 - i * 62}H${i * 88}Z`,
      [deep, mid, deep, mid, soft][i] ?? mid,
    ),
  ) +
  glow(500, 480, 360, spark, 0.9) +
  rect(400, 330, 200, 420, night) +
  glow(500, 520, 230, flare, 0.9, 'g3') +
  put(motif('scarab')({ a: night, b: deep, c: pale, ground: spark }), 500, 520, 1.7) +
  times(3, (i) =>
    mirrorAt(
      500,
      rect(i * 104 + 26, 110 + i * 72, 66 - i * 8, 800 - i * 140, i % 2 ? soft : mid) +
        rect(i * 104 + 14, 96 + i * 72, 90 - i * 8, 30, pale) +
        times(9, (k) =>
          rect(i * 104 + 38, 180 + i * 72 + k * (66 - i * 8), 40 - i * 6, 22, k % 3 === 0 ? flare : night, 4),
        ),
    ),
  ) +
  area('M0 1000L352 752H648L1000 1000Z', deep) +
  times(4, (i) => stroke(`M${430 + i * 47} 752L${180 + i * 213} 1000`, night, 4));

const mirrorAt = (x: number, fragment: string): string =>
  `${fragment}<g transform="translate(${2 * x} 0) scale(-1 1)">${fragment}</g>`;

export const farmland: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(flare, pale) +
  dot(720, 300, 120, spark) +
  times(3, (i) =>
    put(
      area('M-90 20C-90-30-40-40-24-24C-10-66 60-60 62-16C100-20 104 20 80 26H-80Z', pale),
      200 + i * 290,
      190 + (i % 2) * 90,
      0.9 + i * 0.16,
    ),
  ) +
  area('M-20 1010V520C200 430 420 470 560 520C760 590 900 500 1020 480V1010Z', soft) +
  area('M-20 1010V640C200 560 480 600 700 700C840 760 940 700 1020 660V1010Z', mid) +
  times(12, (i) =>
    stroke(
      `M${-60 + i * 70} 1010C${120 + i * 50} 840 ${220 + i * 34} 740 ${300 + i * 30} ${608 + i * 6}`,
      i % 2 ? deep : soft,
      13,
    ),
  ) +
  area('M-20 1010V900C240 820 520 930 1020 860V1010Z', night) +
  put(
    area('M-44 120L-28-60H28L44 120Z', pale) +
      area('M-36-60L0-104L36-60Z', flare) +
      rect(-12, 60, 24, 60, night) +
      times(
        4,
        (i) =>
          `<g transform="rotate(${20 + i * 90} 0 -56)">${rect(-5, -196, 10, 140, night)}${rect(5, -190, 34, 110, spark)}</g>`,
      ) +
      dot(0, -56, 11, night),
    250,
    460,
    1.3,
  ) +
  put(
    rect(-70, -40, 140, 90, flare) +
      area('M-90-40L0-110L90-40Z', night) +
      rect(-18, 0, 36, 50, night) +
      rect(-54, -18, 26, 26, spark) +
      rect(28, -18, 26, 26, spark),
    690,
    560,
    1,
  );

export const rooftops: Scene = ({ night, deep, mid, soft, pale, spark, flare }) =>
  sky(flare, pale) +
  glow(500, 560, 430, spark, 0.9) +
  dot(500, 560, 170, spark) +
  times(7, (i) => rect(-20 + i * 150, 600 + ((i * 83) % 130), 140, 420, i % 2 ? soft : mid)) +
  times(6, (i) => rect(-60 + i * 190, 740 + ((i * 57) % 90), 176, 300, i % 2 ? deep : mid)) +
  times(4, (i) => rect(690 + i * 8, 300 + i * 96, 190 - i * 16, 96, i % 2 ? deep : night)) +
  area('M670 300H896L850 240H716Z', night) +
  times(4, (r) => times(4, (i) => rect(712 + i * 40, 326 + r * 92, 18, 24, spark, 9))) +
  stroke('M783 240V170', night, 8) +
  area('M786 172L850 190L786 208Z', flare) +
  times(11, (i) =>
    put(
      stroke('M-26-8Q-10-22 0 0Q10-22 26-8', night, 7),
      130 + ((i * 191) % 520),
      130 + ((i * 97) % 300),
      0.7 + (i % 3) * 0.3,
    ),
  ) +
  stroke('M-10 700C140 760 260 760 420 690', night, 5) +
  times(5, (i) =>
    rect(
      40 + i * 74,
      722 + (i % 2) * 16,
      52,
      80 + (i % 3) * 20,
      [pale, flare, soft, spark, pale][i] ?? pale,
      4,
    ),
  ) +
  area('M-20 1010V900H440V860H700V1010Z', night);

export { ring };
