import type { Side, Template } from '../template.ts';
import { bodyFolds, longSleeveFolds } from './cloth-folds.ts';
import { crewNeck } from './crew-neck.ts';
import { edges, stitchedCuffs, stitchedHem, topSeams } from './seams.ts';
import { bodyOutline, sleeveMouths, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

const CUT: TopCut = {
  neck: [88, 128],
  shoulder: [220, 172],
  armpit: [236, 352],
  waist: 230,
  hem: [238, 862],
  cuffOuter: [396, 772],
  cuffInner: [328, 800],
  sleeveBulge: 28,
  unitsPerCm: 9.4,
};

/** A long-sleeved jersey top: what stands for any other garment. */
export function longSleeve(side: Side): Template {
  const lines = topLines(CUT);
  const neck = crewNeck(CUT, side, 60, 21);
  const body = bodyOutline(lines, neck.line);
  const [right, left] = sleeveOutlines(lines);
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: { x: 350, y: side === 'front' ? 256 : 206, width: 300, height: 395 },
    pieces: [
      ...sleeveMouths(lines, 12),
      ...neck.behind,
      { d: body },
      { d: right },
      { d: left },
      ...neck.before,
    ],
    sweeps: topSweeps(CUT, lines, body),
    shades: [
      ...bodyFolds(CUT, 0.5),
      ...longSleeveFolds(lines, 18),
      ...edges([body, right, left]),
      ...topSeams(lines),
      ...stitchedHem(lines, 20),
      ...stitchedCuffs(lines, 18),
      ...neck.shades,
    ],
    trims: neck.trims,
  };
}
