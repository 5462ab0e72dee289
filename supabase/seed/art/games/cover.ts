import { area, dot, put, rect, stroke } from '../ink.ts';
import { setBlock, setLine } from '../lettering.ts';
import { motif } from '../motifs/all-motifs.ts';
import type { GameLook } from './game-look.ts';
import { boxPalette } from './palette.ts';
import { SCENES } from './scenes.ts';

/** The front of a box, 1000 × 1000. An SVG fragment. */
export function coverArt(look: GameLook, publisher: string): string {
  const palette = boxPalette(look.colors);
  const { night, pale, spark } = palette;
  const atTop = (look.titleAt ?? 'top') === 'top';
  const lines: string[] = [];
  let y = 0;
  for (const [i, text] of look.title.entries()) {
    const set = setBlock(look.face, text, {
      top: y,
      width: i === 0 || text.length > 5 ? 860 : 640,
      tallest: look.title.length > 1 ? 165 : 230,
    });
    lines.push(set.d);
    y += set.height + 26;
  }
  const start = atTop ? 62 : 905 - y;
  const shade = atTop ? '0' : '1';
  const title =
    lines
      .map(
        (d) =>
          `<path d="${d}" fill="${night}" stroke="${night}" stroke-width="26" stroke-linejoin="round" transform="translate(7 9)"/>`,
      )
      .join('') +
    lines
      .map(
        (d) => `<path d="${d}" fill="${night}" stroke="${night}" stroke-width="17" stroke-linejoin="round"/>`,
      )
      .join('') +
    lines.map((d, i) => area(d, i === 0 ? pale : spark)).join('');
  return (
    SCENES[look.scene](palette) +
    `<linearGradient id="title-shade" x1="0" x2="0" y1="${shade}" y2="${atTop ? 1 : 0}"><stop offset="0" stop-color="${night}" stop-opacity=".78"/><stop offset=".42" stop-color="${night}" stop-opacity="0"/></linearGradient>` +
    `<rect width="1000" height="1000" fill="url(#title-shade)"/><g transform="translate(0 ${start})">${title}</g>` +
    facts(look, publisher, atTop ? 960 : 40)
  );
}

function facts(look: GameLook, publisher: string, y: number): string {
  const [night, , , , pale, spark] = look.colors;
  const words = [`${look.players} PLAYERS`, `${look.minutes} MIN`, `AGE ${look.age}`];
  return (
    rect(0, y - 40, 1000, 80, night) +
    area(
      setLine('archivo', publisher.toUpperCase(), {
        x: 36,
        y: y + 10,
        size: 25,
        anchor: 'start',
        tracking: 0.04,
      }).d,
      spark,
    ) +
    words
      .map((text, i) =>
        area(
          setLine('archivo', text, {
            x: 966 - (words.length - 1 - i) * 182,
            y: y + 10,
            size: 25,
            anchor: 'end',
          }).d,
          pale,
        ),
      )
      .join('')
  );
}

/** The narrow side of a box, 260 × 1000. */
export function spineArt(look: GameLook): string {
  const [night, deep, , soft, pale, spark] = look.colors;
  const set = setBlock(look.face, look.title.join(' '), { x: 0, top: -60, width: 640, tallest: 120 });
  return (
    rect(0, 0, 260, 1000, deep) +
    rect(0, 0, 260, 12, spark) +
    rect(0, 988, 260, 12, spark) +
    put(motif(look.mark)({ a: pale, b: soft, c: spark, ground: deep }), 130, 150, 0.72) +
    `<g transform="translate(130 590) rotate(90)"><path d="${set.d}" fill="${night}" transform="translate(4 5)"/><path d="${set.d}" fill="${pale}"/></g>`
  );
}

/** One card of the game, 500 × 700: its back, or one of its faces. */
export function cardArt(look: GameLook, face: number): string {
  const [night, deep, mid, soft, pale, spark, flare] = look.colors;
  if (face === 0) {
    return (
      rect(0, 0, 500, 700, pale, 34) +
      rect(22, 22, 456, 656, deep, 22) +
      `<g fill="none">${stroke('M44 44H456V656H44Z', spark, 5)}</g>` +
      dot(250, 350, 170, mid) +
      put(motif(look.mark)({ a: pale, b: spark, c: flare, ground: mid }), 250, 350, 1.25)
    );
  }
  const band = [flare, mid, spark, deep, soft][face % 5] ?? flare;
  const scene = SCENES[look.scene](boxPalette(look.colors));
  const dx = [-120, -320, -20, -420, -220][face % 5] ?? 0;
  return (
    rect(0, 0, 500, 700, pale, 34) +
    `<svg x="26" y="26" width="448" height="400" viewBox="${-dx} ${260 + face * 26} 448 400">${scene}</svg>` +
    rect(26, 426, 448, 70, band) +
    dot(80, 461, 46, night) +
    area(setLine('archivo', `${(face * 2 + 1) % 9 || 3}`, { x: 80, y: 481, size: 56 }).d, pale) +
    [0, 1, 2].map((i) => rect(56, 532 + i * 44, 388 - i * 84, 18, soft, 9)).join('') +
    put(motif(look.mark)({ a: band, b: night, c: spark, ground: pale }), 420, 610, 0.42)
  );
}
