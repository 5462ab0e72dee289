import { area, dot, put, rect, stroke, times, wave } from '../ink.ts';
import { setBlock } from '../lettering.ts';
import { motif } from '../motifs/all-motifs.ts';
import { randomOf } from '../raster/random.ts';
import type { CaseLook, CasePrint } from './case-look.ts';
import { BACK } from './devices.ts';

interface Colors {
  readonly base: string;
  readonly trim: string;
  readonly third: string;
}

const blob = (random: () => number, r: number): string => {
  const points = Array.from({ length: 6 }, (_, i) => {
    const angle = (i / 6) * Math.PI * 2 + random() * 0.5;
    const reach = r * (0.6 + random() * 0.6);
    return `${Math.round(Math.cos(angle) * reach)} ${Math.round(Math.sin(angle) * reach)}`;
  });
  return `M${points.join('L')}Z`;
};

function terrazzo({ base, trim, third }: Colors, word: string): string {
  const random = randomOf(`terrazzo/${word}`);
  return (
    rect(0, 0, BACK.width, BACK.height, base) +
    times(150, (i) =>
      put(
        area(blob(random, 9 + random() * 24), [trim, third, '#2a2c30', '#ffffff'][i % 4] ?? trim),
        random() * 500,
        random() * 1040,
      ),
    )
  );
}

function marble({ base, trim, third }: Colors, word: string): string {
  const random = randomOf(`marble/${word}`);
  return (
    rect(0, 0, BACK.width, BACK.height, base) +
    times(26, (i) => {
      let x = random() * 700 - 100;
      let y = -40;
      let d = `M${x} ${y}`;
      while (y < 1080) {
        x += random() * 120 - 34;
        y += 40 + random() * 90;
        d += `Q${Math.round(x - 40 + random() * 80)} ${Math.round(y - 40)} ${Math.round(x)} ${Math.round(y)}`;
      }
      return stroke(
        d,
        i % 5 === 0 ? third : trim,
        i % 5 === 0 ? 3 + random() * 4 : 1 + random() * 12,
        ` opacity="${i % 5 === 0 ? 0.9 : 0.16 + random() * 0.2}"`,
      );
    })
  );
}

function camo({ base, trim, third }: Colors, word: string): string {
  const random = randomOf(`camo/${word}`);
  return (
    rect(0, 0, BACK.width, BACK.height, base) +
    times(54, (i) => {
      const points = Array.from({ length: 9 }, (_, k) => {
        const angle = (k / 9) * Math.PI * 2;
        const reach = 46 + random() * 80;
        return [Math.cos(angle) * reach * 1.4, Math.sin(angle) * reach * 0.8] as const;
      });
      const d = points.map(([x, y], k) => {
        const [nx, ny] = points[(k + 1) % 9] ?? [0, 0];
        return `${k === 0 ? `M${Math.round((x + nx) / 2)} ${Math.round((y + ny) / 2)}` : ''}Q${Math.round(nx)} ${Math.round(ny)} ${Math.round((nx + (points[(k + 2) % 9]?.[0] ?? 0)) / 2)} ${Math.round((ny + (points[(k + 2) % 9]?.[1] ?? 0)) / 2)}`;
      });
      return put(
        area(`${d.join('')}Z`, [trim, third, base][i % 3] ?? trim),
        random() * 500,
        random() * 1040,
        0.8,
        random() * 40 - 20,
      );
    })
  );
}

const stripes = ({ base, trim, third }: Colors): string =>
  rect(0, 0, BACK.width, BACK.height, base) +
  times(5, (i) =>
    area(
      `M${-520 + i * 74} 1040L${140 + i * 74} -20H${176 + i * 74}L${-484 + i * 74} 1040Z`,
      i % 2 ? third : trim,
    ),
  ) +
  rect(0, 860, 500, 8, third);

const blueprint = ({ base, trim, third }: Colors): string =>
  rect(0, 0, BACK.width, BACK.height, base) +
  times(21, (i) => rect(i * 25, 0, i % 4 ? 0.8 : 2, 1040, trim)) +
  times(42, (i) => rect(0, i * 25, 500, i % 4 ? 0.8 : 2, trim)) +
  `<g fill="none" stroke="${third}" stroke-width="4"><circle cx="250" cy="640" r="150"/><circle cx="250" cy="640" r="96"/><path d="M60 640H440M250 450V830M144 534L356 746M100 880H400M100 866V894M400 866V894"/></g>` +
  area(setBlock('mono', 'R 15.0 / TOL 0.1', { x: 250, top: 912, width: 230 }).d, third);

const waves = ({ base, trim, third }: Colors): string =>
  rect(0, 0, BACK.width, BACK.height, base) +
  times(26, (i) => stroke(wave(-20, 540, 40 + i * 42, 140, 26), i % 5 === 2 ? third : trim, 14));

const sunset = ({ base, trim, third }: Colors): string =>
  `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${base}"/><stop offset="1" stop-color="${trim}"/></linearGradient><rect width="500" height="1040" fill="url(#dusk)"/>` +
  `<clipPath id="slats">${times(10, (i) => `<rect x="60" y="${420 + i * 40}" width="380" height="${38 - i * 3.2}"/>`)}</clipPath><g clip-path="url(#slats)">${dot(250, 600, 180, third)}</g>` +
  area('M-20 1060V860C120 780 260 850 520 790V1060Z', base) +
  area('M-20 1060V930C160 880 320 960 520 890V1060Z', '#16131f');

const moire = ({ base, trim, third }: Colors): string =>
  rect(0, 0, BACK.width, BACK.height, base) +
  times(
    24,
    (i) => `<circle cx="180" cy="560" r="${16 + i * 27}" fill="none" stroke="${trim}" stroke-width="7"/>`,
  ) +
  times(
    24,
    (i) => `<circle cx="320" cy="600" r="${16 + i * 27}" fill="none" stroke="${third}" stroke-width="7"/>`,
  );

/** What is printed on the back of a case, over its whole sheet. An SVG fragment. */
export function casePrint(print: CasePrint, look: CaseLook): string {
  const colors: Colors = { base: look.color, trim: look.trim, third: look.third ?? '#ffffff' };
  const inks = { a: colors.trim, b: colors.third, c: colors.third, ground: colors.base };
  const word = `${look.device}/${look.color}/${look.trim}`;
  switch (print.kind) {
    case 'grid': {
      const size = BACK.width / print.columns;
      const rows = Math.ceil(BACK.height / size) + 1;
      return (
        rect(0, 0, BACK.width, BACK.height, colors.base) +
        times(rows * (print.columns + 1), (i) => {
          const row = Math.floor(i / (print.columns + 1));
          const column = i % (print.columns + 1);
          return put(
            motif(print.motif)((row + column) % 2 ? { ...inks, a: colors.third, b: colors.trim } : inks),
            (column + (row % 2 ? 0 : 0.5)) * size,
            (row + 0.5) * size,
            size / 265,
          );
        })
      );
    }
    case 'single':
      return rect(0, 0, BACK.width, BACK.height, colors.base) + put(motif(print.motif)(inks), 250, 640, 2.05);
    case 'word':
      return (
        rect(0, 0, BACK.width, BACK.height, colors.base) +
        `<g transform="translate(250 640) rotate(-90)">${area(setBlock('archivo', print.text, { x: 0, top: -120, width: 700, tallest: 240 }).d, colors.trim)}</g>` +
        rect(60, 980, 380, 6, colors.third)
      );
    case 'terrazzo':
      return terrazzo(colors, word);
    case 'marble':
      return marble(colors, word);
    case 'camo':
      return camo(colors, word);
    case 'stripes':
      return stripes(colors);
    case 'blueprint':
      return blueprint(colors);
    case 'waves':
      return waves(colors);
    case 'sunset':
      return sunset(colors);
    case 'moire':
      return moire(colors);
  }
}
