import { at, line, open } from '../drawing.ts';
import type { Side, Template } from '../template.ts';
import { crewNeck } from './crew-neck.ts';
import { FLEECE_CUT, fleeceLines, heavyFolds, ribBands } from './fleece.ts';
import { edges, seam, topSeams } from './seams.ts';
import { bodyOutline, sleeveOutlines, topSweeps } from './top.ts';

/** A crew-neck sweatshirt with rib bands and the little triangle below the collar. */
export function sweatshirt(side: Side): Template {
  const lines = fleeceLines();
  const neck = crewNeck(FLEECE_CUT, side, 58, 29);
  const body = bodyOutline(lines, neck.line);
  const [right, left] = sleeveOutlines(lines);
  const bands = ribBands(lines, 58);
  const low = FLEECE_CUT.neck[1] + 87;
  const triangle = open(line(at(-34, low - 3), at(0, low + 46)), line(at(0, low + 46), at(34, low - 3)));
  const top = side === 'front' ? low + 66 : FLEECE_CUT.neck[1] + 84;
  return {
    unitsPerCm: FLEECE_CUT.unitsPerCm,
    printArea: { x: 500 - 160, y: top, width: 320, height: 376 },
    pieces: [...bands.pieces, ...neck.behind, { d: body }, { d: right }, { d: left }, ...neck.before],
    sweeps: topSweeps(FLEECE_CUT, lines, body),
    shades: [
      ...heavyFolds(FLEECE_CUT, lines),
      ...edges([body, right, left]),
      ...topSeams(lines),
      ...bands.shades,
      ...(side === 'front' ? seam(triangle) : []),
      ...neck.shades,
    ],
    trims: neck.trims,
  };
}
