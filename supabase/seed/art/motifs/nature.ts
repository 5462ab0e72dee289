import { area, dot, type Motif, mirrored, put, ring, star, stroke, times, turned, wave } from '../ink.ts';

export const sun: Motif = ({ a, b }) =>
  dot(0, 0, 46, a) +
  turned(16, (i) => area(i % 2 ? 'M-4-58L0-88L4-58Z' : 'M-5-56L0-100L5-56Z', i % 2 ? b : a));

/** A setting sun cut into slats by the water. */
export const slatSun: Motif = ({ a, b }) =>
  `<clipPath id="slats">${times(9, (i) => `<rect x="-100" y="${-100 + i * 20 + i * i * 0.5}" width="200" height="${20 - i * 1.6}"/>`)}</clipPath>` +
  `<g clip-path="url(#slats)">${dot(0, 0, 96, a)}</g>${stroke(wave(-96, 96, 84, 32, 6), b, 4)}`;

export const moon: Motif = ({ a, b }) =>
  area('M30-92A92 92 0 1 0 84 50A74 74 0 0 1 30-92Z', a) +
  put(area(star(5, 14, 6), b), 52, -18) +
  put(area(star(5, 9, 4), b), 84, -58) +
  put(area(star(5, 8, 3.5), b), 18, 20);

export const moonPhases: Motif = ({ a, b }) =>
  times(5, (i) => {
    const x = -84 + i * 42;
    if (i === 2) return dot(x, 0, 18, a) + ring(x, 0, 18, a, 2);
    const half = i === 1 || i === 3;
    const limb = i < 2 ? 1 : 0;
    return (
      ring(x, 0, 18, b, 2) +
      area(
        `M${x} -18A18 18 0 0 ${limb} ${x} 18A${half ? 40 : 22} ${half ? 40 : 22} 0 0 ${half ? limb : 1 - limb} ${x} -18Z`,
        a,
      )
    );
  });

export const palm: Motif = ({ a, b, c }) =>
  stroke('M8 96C-6 50-4 4 6-30', b, 11) +
  times(6, (i) => stroke(`M${4 - i * 0.6} ${84 - i * 19}l-9 4M${4 - i * 0.6} ${84 - i * 19}l9 5`, c, 3)) +
  [-168, -140, -108, -72, -40, -12]
    .map((angle, i) =>
      put(
        area(`M0 0C24-18 60-18 ${86 - (i % 2) * 8} 10C56-4 28 2 0 8Z`, i % 2 ? a : b),
        6,
        -34,
        1,
        angle + (angle < -90 ? 0 : 0),
      ),
    )
    .join('') +
  dot(0, -26, 6, c) +
  dot(12, -24, 6, c);

export const mountains: Motif = ({ a, b, c, ground }) =>
  dot(44, -48, 24, c) +
  area('M-100 74L-34-54L10 18L34-20L100 74Z', a) +
  area('M-34-54L-54-15L-40-22L-32-8L-22-24L-8-12Z', ground) +
  area('M34-20L20 3L30-2L38 8L46 0L52 6Z', ground) +
  stroke('M-92 86H92M-70 96H70', b, 4);

export const greatWave: Motif = ({ a, b, c }) =>
  dot(40, -44, 30, c) +
  area('M-100 70C-96-10-40-84 34-66C62-58 66-26 44-18C52-36 30-48 10-40C-22-26-6 30 100 36V92H-100Z', a) +
  times(4, (i) =>
    stroke(
      `M${-84 + i * 14} ${64 - i * 6}C${-70 + i * 16} ${6 - i * 6} ${-34 + i * 8} ${-34 + i * 4} ${4 + i * 4} ${-48 + i * 9}`,
      b,
      4,
    ),
  ) +
  stroke(wave(-60, 100, 62, 40, 8) + wave(-80, 100, 78, 40, 8), b, 4);

export const lotus: Motif = ({ a, b, c }) =>
  mirrored(
    area('M0 40C34 28 84 8 96-34C58-30 22-4 0 40Z', b) + area('M0 40C24 14 60-34 56-76C24-52 4-10 0 40Z', c),
  ) +
  area('M0 40C-26 6-26-54 0-92C26-54 26 6 0 40Z', a) +
  stroke('M0 44V90M-60 66C-30 56-14 62 0 80C14 62 30 56 60 66', a, 5);

export const daisy: Motif = ({ a, b }) =>
  turned(12, () => area('M0-22C-17-50-15-84 0-98C15-84 17-50 0-22Z', a)) + dot(0, 0, 27, b);

export const poppy: Motif = ({ a, b, c }) =>
  stroke('M0 24C-6 52 8 72 0 100M1 66C18 54 34 54 46 36M-1 82C-20 72-36 74-48 60', c, 5) +
  put(area('M0 0C14-10 30-8 40-22C40-4 22 10 0 0Z', c), 6, 62) +
  area('M-8 18C-70 26-98-14-82-50C-66-84-20-76-4-52C-2-20-4 4-8 18Z', a) +
  area('M8 18C70 26 98-14 82-50C66-84 20-76 4-52C2-20 4 4 8 18Z', a) +
  area('M0 26C-48 10-46-70 0-92C46-70 48 10 0 26Z', a, ' stroke="#0003" stroke-width="3"') +
  area('M0 24C-22 8-22-18 0-30C22-18 22 8 0 24Z', b) +
  turned(9, () => stroke('M0-8V-22', a, 3), 0, -2);

export const olive: Motif = ({ a, b }) =>
  stroke('M-84 74C-30 46 24-10 80-84', a, 5) +
  [0, 1, 2, 3, 4, 5]
    .map((i) => {
      const x = -62 + i * 27;
      const y = 60 - i * 24;
      return put(area('M0 0C14-22 40-26 56-14C42 2 18 8 0 0Z', i % 2 ? a : b), x, y, 0.86, i % 2 ? 24 : -82);
    })
    .join('') +
  dot(-8, 46, 10, b) +
  dot(44, -4, 10, a);

export const cactus: Motif = ({ a, b, c }) =>
  dot(48, -52, 24, c) +
  stroke('M-6 90V-70M-6 34H-50V-16M-6 8H38V-38', a, 27) +
  stroke('M-6 84V-66M-50 22V-12M38-2V-34', b, 3, ' stroke-dasharray="2 12"') +
  stroke('M-92 94H92', b, 5);

export const cat: Motif = ({ a, b, ground }) =>
  area(
    'M-40 92C-62 40-52-6-34-26C-40-52-42-74-36-92L-10-66H12L38-92C44-72 42-50 34-28C50 0 58 46 40 92Z',
    a,
  ) +
  area('M-22-42q10-10 20 0q-10 8-20 0ZM6-42q10-10 20 0q-10 8-20 0Z', b) +
  stroke('M-12-42v0M16-42v0', ground, 6) +
  area('M-4-28h12l-6 7Z', b) +
  stroke('M2-20v6M2-14q-8 8-14 0M2-14q8 8 14 0M-16-22L-54-30M-16-18L-54-14M20-22L58-30M20-18L58-14', b, 2.4) +
  stroke('M44 84C92 80 92 30 66 20', a, 11);

export const camel: Motif = ({ a, b, c }) =>
  dot(-46, -48, 26, c) +
  area(
    'M-74 22C-72-6-58-12-44-8C-34-46-8-50 0-14C8-22 22-20 28-8C44-4 54-22 56-46C56-66 74-78 90-70C100-66 98-54 86-52C78-50 76-44 74-34C68 4 56 24 40 28L44 90H32L26 34C0 42-22 42-42 36L-48 90H-60L-62 44C-70 40-74 32-74 22Z',
    a,
  ) +
  stroke('M-72 18C-84 30-82 46-88 56M-16-22C-14 0-10 12-18 30', b, 5) +
  stroke('M-96 94H96', b, 5);

/** A hoopoe with its crown up. */
export const hoopoe: Motif = ({ a, b, c }) =>
  [0, 1, 2, 3, 4]
    .map((i) =>
      put(area('M0 0C-6-16-4-34 0-44C6-34 6-16 0 0Z', i % 2 ? b : a), -18 + i * 4, -46, 0.9, -60 + i * 22),
    )
    .join('') +
  area(
    'M-22-44C-2-56 16-48 18-30C22-6 60 20 66 58C68 72 60 84 48 78C30 70 6 60-8 34C-20 14-32-28-22-44Z',
    a,
  ) +
  area('M-24-40C-48-44-70-38-92-26C-68-32-46-30-24-30Z', c) +
  dot(-8, -34, 4.5, c) +
  [0, 1, 2]
    .map((i) => stroke(`M${2 + i * 14} ${8 + i * 14}q18-2 30 ${14 + i * 3}`, i % 2 ? c : b, 6))
    .join('') +
  stroke('M20 64v28M34 72v20M8 94h36', c, 4);

export const snake: Motif = ({ a, b, c }) =>
  stroke('M-70 78C-10 96 84 84 70 44C58 12-62 32-62-8C-62-44 42-26 52-56C56-72 36-84 20-76', a, 22) +
  stroke('M-70 78C-10 96 84 84 70 44C58 12-62 32-62-8C-62-44 42-26 52-56', b, 5, ' stroke-dasharray="1 14"') +
  area('M26-90C6-96-14-84-14-70C-6-58 18-60 30-66Z', a) +
  dot(4, -78, 3.6, c) +
  stroke('M-14-72l-18 2m0 0l-8-6m8 6l-8 7', c, 3);

export const scarab: Motif = ({ a, b, c }) =>
  dot(0, -82, 17, c) +
  mirrored(stroke('M30-22L72-52L64-76M38 16L84 14L92 34M32 46L66 72L58 94', a, 6)) +
  mirrored(area('M3-16C42-22 52 24 40 56C30 76 12 82 3 84Z', b)) +
  area('M-34-20C-34-46 34-46 34-20C20-12-20-12-34-20Z', a) +
  area('M-18-44C-18-62 18-62 18-44Z', c) +
  stroke('M0-14V82', c, 2.5);

export const bee: Motif = ({ a, b, ground }) =>
  mirrored(area('M8-26C46-74 98-56 84-26C74-4 32-8 8-18Z', b, ' opacity=".9"')) +
  area('M0-34C30-34 36 14 26 48C18 72 6 86 0 92C-6 86-18 72-26 48C-36 14-30-34 0-34Z', a) +
  stroke('M-31-2H31M-31 22H31M-26 46H26', ground, 10) +
  dot(0, -46, 18, a) +
  stroke('M-8-60q-8-16-20-18M8-60q8-16 20-18', a, 4);

export const fish: Motif = ({ a, b, c }) =>
  area('M-88 0C-50-52 24-48 52-6L92-38C84-12 84 12 92 38L52 6C24 48-50 52-88 0Z', a) +
  times(4, (i) => stroke(`M${-34 + i * 22}-22q16 22 0 44`, b, 5)) +
  dot(-60, -8, 6, c);

/** A storm cloud with a bolt. */
export const storm: Motif = ({ a, b }) =>
  area('M-62 10C-100 8-98-46-58-44C-52-86 8-92 22-56C60-74 100-28 66 4C64 8 58 10 52 10Z', a) +
  area('M6-2L-30 50H-6L-18 96L36 34H10L28-2Z', b);

export const nature = {
  sun,
  slatSun,
  moon,
  moonPhases,
  palm,
  mountains,
  greatWave,
  lotus,
  daisy,
  poppy,
  olive,
  cactus,
  cat,
  camel,
  hoopoe,
  snake,
  scarab,
  bee,
  fish,
  storm,
} satisfies Record<string, Motif>;
