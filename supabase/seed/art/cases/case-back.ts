import { area, dot, put, rect, ring, stroke, times } from '../ink.ts';
import { setLine } from '../lettering.ts';
import { randomOf } from '../raster/random.ts';
import type { CaseLook } from './case-look.ts';
import { BACK, cameras, outlineOf, phoneBack } from './devices.ts';
import { casePrint } from './patterns.ts';

const inner = (inset: number): string =>
  `translate(${inset} ${inset}) scale(${(BACK.width - 2 * inset) / BACK.width} ${(BACK.height - 2 * inset) / BACK.height})`;

function gloss(strength: number): string {
  return (
    `<linearGradient id="gloss" x1="0" y1="0" x2="1" y2=".55"><stop offset="0" stop-color="#fff" stop-opacity="${strength}"/><stop offset=".34" stop-color="#fff" stop-opacity="${strength * 0.2}"/><stop offset=".36" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${strength * 0.55}"/></linearGradient>` +
    `<linearGradient id="round" x1="0" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".34"/><stop offset=".05" stop-color="#fff" stop-opacity=".2"/><stop offset=".1" stop-color="#fff" stop-opacity="0"/><stop offset=".9" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>`
  );
}

const magnet = (color: string, opacity: number): string =>
  `<g opacity="${opacity}">${ring(250, 560, 128, color, 20)}${ring(250, 560, 144, '#00000030', 3)}${rect(240, 712, 20, 92, color, 10)}</g>`;

function body(look: CaseLook): string {
  const { color, trim, device, build } = look;
  const outline = outlineOf(device);
  switch (build) {
    case 'clear':
      return (
        area(outline, '#dfe5ea', ' opacity=".85"') +
        `<g transform="${inner(15)}">${phoneBack(device, color)}</g>` +
        area(outline, '#ffffff', ' opacity=".12"') +
        `<path d="${outline}" fill="none" stroke="${trim}" stroke-width="14" opacity=".85" transform="${inner(7)}"/>` +
        `<path d="${outline}" fill="none" stroke="#fff" stroke-width="4" opacity=".9" transform="${inner(17)}"/>` +
        (look.third ? magnet(look.third, 0.8) : '')
      );
    case 'slim':
      return (
        area(outline, color) +
        area(setLine('archivo', 'CASECRAFT', { x: 250, y: 968, size: 24, tracking: 0.3 }).d, trim)
      );
    case 'magnetic':
      return area(outline, color) + magnet(trim, 0.95);
    case 'rugged':
      return (
        area(outline, color) +
        `<g transform="${inner(34)}">${area(outline, trim)}</g>` +
        `<g transform="${inner(42)}">${area(outline, color)}</g>` +
        times(9, (i) =>
          area(
            `M80 ${470 + i * 52}L250 ${440 + i * 52}L420 ${470 + i * 52}V${494 + i * 52}L250 ${464 + i * 52}L80 ${494 + i * 52}Z`,
            i % 3 === 1 ? trim : '#00000033',
          ),
        ) +
        [
          [0, 0, 0],
          [500, 0, 90],
          [500, 1040, 180],
          [0, 1040, 270],
        ]
          .map(([x = 0, y = 0, turn]) =>
            put(
              area('M0 0H120L96 30H52Q30 30 30 52V96L0 120Z', trim) +
                dot(60, 60, 12, '#00000055') +
                dot(60, 60, 8, '#c9ccd1') +
                stroke('M55 60H65', '#33363a', 2.5),
              x,
              y,
              1,
              turn,
            ),
          )
          .join('')
      );
    case 'leather': {
      const random = randomOf(`grain/${device}/${color}`);
      return (
        area(outline, color) +
        // One path for all pores: a document of hundreds of translucent strokes takes six times as long to draw.
        stroke(
          times(
            420,
            () =>
              `M${Math.round(random() * 500)} ${Math.round(random() * 1040)}q${(random() * 12 - 6).toFixed(1)} ${(random() * 8).toFixed(1)} ${(random() * 22 - 11).toFixed(1)} ${(random() * 18).toFixed(1)}`,
          ),
          '#000',
          1.6,
          ' opacity=".13"',
        ) +
        stroke(
          times(160, () => `M${Math.round(random() * 500)} ${Math.round(random() * 1040)}h.1`),
          '#fff',
          2.6,
          ' opacity=".12"',
        ) +
        `<path d="${outline}" fill="none" stroke="${trim}" stroke-width="4.4" stroke-dasharray="15 9" stroke-linecap="round" transform="${inner(26)}"/>` +
        (look.third
          ? rect(120, 640, 260, 300, '#00000028', 14) +
            rect(116, 632, 268, 300, color, 14) +
            `<rect x="128" y="644" width="244" height="276" rx="10" fill="none" stroke="${trim}" stroke-width="3.6" stroke-dasharray="13 8"/>` +
            rect(150, 610, 200, 50, look.third, 8)
          : '') +
        area(setLine('archivo', 'CASECRAFT', { x: 250, y: 990, size: 20, tracking: 0.3 }).d, '#00000055')
      );
    }
    case 'wood': {
      const random = randomOf(`wood/${device}/${color}`);
      return (
        area(outline, color) +
        times(46, (i) =>
          stroke(
            `M${i * 11 + random() * 6} -10C${i * 11 + random() * 30 - 15} 300 ${i * 11 + random() * 46 - 23} 620 ${i * 11 + random() * 20} 1050`,
            trim,
            1 + random() * 3.6,
            ` opacity="${0.25 + random() * 0.4}"`,
          ),
        ) +
        [30, 52, 74, 96]
          .map(
            (r) =>
              `<ellipse cx="340" cy="700" rx="${r * 0.42}" ry="${r}" fill="none" stroke="${trim}" stroke-width="3" opacity=".5"/>`,
          )
          .join('') +
        (look.third ? put(area(`M-60 0H60`, look.third), 250, 900) : '')
      );
    }
    case 'print':
      return look.print ? casePrint(look.print, look) : area(outline, color);
  }
}

/** The back of a case on its phone, 500 × 1040. An SVG fragment. */
export function caseBack(look: CaseLook): string {
  const outline = outlineOf(look.device);
  const glossy = look.build === 'clear' || look.build === 'print';
  const lip = look.build === 'clear' ? '#e8edf1' : look.build === 'rugged' ? look.trim : '#00000040';
  const phone = look.build === 'clear' ? look.color : '#26282c';
  return (
    `<clipPath id="outline"><path d="${outline}"/></clipPath><g clip-path="url(#outline)">${body(look)}${cameras(look.device, phone, lip)}</g>` +
    gloss(glossy ? 0.3 : 0.13) +
    `<path d="${outline}" fill="url(#gloss)"/><path d="${outline}" fill="url(#round)"/>` +
    `<path d="${outline}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="3" transform="${inner(4)}"/><path d="${outline}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2.4"/>`
  );
}
